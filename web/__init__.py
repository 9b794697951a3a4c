"""The dashboard: letters, live state, review."""
