"""A referee for the card game Donkey, played at a real table in front of a camera."""

from referee.version import __version__

__all__ = ["__version__"]
