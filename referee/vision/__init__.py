"""From pixels to faces, hands and fingertips."""
