from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
import referee.web
from referee.web.words import LANGUAGES, words

from referee.rules.house import settings

WEB = Path(referee.web.__file__).parent


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language: str):
    assert set(words(language).texts) == set(words("en").texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_same_places_to_fill(language: str):
    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english, other = words("en").texts, words(language).texts
    assert {key: places(other[key]) for key in english} == {key: places(english[key]) for key in english}


def test_templates_use_only_texts_that_exist():
    used = {
        key
        for template in (WEB / "templates").rglob("*.html")
        for key in re.findall(r"\bt\('([\w.-]+)'[,)]", template.read_text())
    }
    assert used
    assert used <= set(words("en").texts)


def test_an_unknown_language_falls_back_to_english():
    assert words("xx").language == "en"


def test_listing_names():
    assert words("en").listed(["A"]) == "A"
    assert words("en").listed(["A", "B", "C"]) == "A, B and C"
    assert words("de").listed(["A", "B"]) == "A und B"


def test_every_setting_of_the_house_is_explained_in_every_language():
    for setting in settings():
        assert words("en")(f"house.{setting.name}.help") == setting.help
        for language in LANGUAGES:
            assert words(language)(f"house.{setting.name}")
            if language != "en":
                assert words(language)(f"house.{setting.name}.help") != setting.help
