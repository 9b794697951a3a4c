"""The version of the referee, stamped into every verdict's record."""

__version__ = "0.1.0"
