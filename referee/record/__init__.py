"""The record of every game: an append-only log in SQLite."""
