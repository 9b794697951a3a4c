"""The dashboard's languages: data in ``languages/*.json``, the session's choice or the browser's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from flask import request, session

LANGUAGES = {"en": "English", "de": "Deutsch"}


class Words:
    """One language's texts.

    Args:
        language: a key of :data:`LANGUAGES`.
        texts: text by key; ``{name}`` marks a place to fill in.
    """

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of ``key`` with its places filled in.

        Raises:
            KeyError: no such text in this language (a mistake in the program: a test compares the languages).
        """
        text = self.texts[key]
        return text.format_map(values) if values else text

    def has(self, key: str) -> bool:
        """Whether there is a text of this key."""
        return key in self.texts

    def starting(self, prefix: str) -> dict[str, str]:
        """Return the texts whose key starts with ``prefix``, without it: for the scripts of a page."""
        return {key.removeprefix(prefix): text for key, text in self.texts.items() if key.startswith(prefix)}

    def listed(self, names: list[str]) -> str:
        """Join names as the language does: "Anna, Ben and Cem"."""
        if len(names) < 2:
            return "".join(names)
        return self("list.and", first=", ".join(names[:-1]), last=names[-1])


@cache
def words(language: str) -> Words:
    """Return the texts of a language; English for one that we do not have."""
    language = language if language in LANGUAGES else "en"
    text = files(__package__).joinpath("languages", f"{language}.json").read_text(encoding="utf-8")
    return Words(language, json.loads(text))


def wanted() -> Words:
    """Return the texts for the current request: the session's choice, else what the browser asks for."""
    chosen = session.get("language") or request.accept_languages.best_match(LANGUAGES, "en")
    return words(str(chosen))
