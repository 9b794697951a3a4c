"""The dashboard: pages, live updates, review."""

from .app import create_app

__all__ = ["create_app"]
