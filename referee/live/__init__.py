"""The live path: camera, ring, scout, stopwatch, in step with real time."""
