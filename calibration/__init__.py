"""Calibration: seats, light, camera timing, lens and the gesture try-out."""
