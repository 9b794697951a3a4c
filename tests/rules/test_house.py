"""The settings are data, and each says what it is."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from referee.rules.errors import BadSettingError
from referee.rules.house import House, settings


def test_every_setting_is_documented() -> None:
    assert [setting.name for setting in settings()] == [found.name for found in fields(House)]
    for setting in settings():
        assert setting.help.endswith("."), setting.name
        assert setting.unit in {"seconds", "chance", "letters", "yes/no"}, setting.name
        ranged = setting.low is not None and setting.high is not None
        assert ranged == (setting.unit != "yes/no"), setting.name
        assert setting.default == getattr(House(), setting.name)


def test_the_defaults_are_those_of_the_rules() -> None:
    assert House().to_dict() == {
        "word": "DONKEY",
        "hold_s": 0.4,
        "tie_limit": 0.003,
        "tie_window_s": 0.0,
        "never_copied_s": 10.0,
        "hands_away_s": 3.0,
        "earlier_signal_s": 1.0,
        "next_deal_by_itself": False,
        "wait_for_quartet_tap": False,
        "wait_for_ruling": False,
    }


def test_the_ranges_are_those_of_the_rules() -> None:
    ranges = {setting.name: (setting.low, setting.high) for setting in settings()}
    assert ranges == {
        "word": (3, 10),
        "hold_s": (0.1, 2.0),
        "tie_limit": (0.0, 0.5),
        "tie_window_s": (0.0, 1.0),
        "never_copied_s": (1.0, 60.0),
        "hands_away_s": (0.5, 30.0),
        "earlier_signal_s": (0.0, 10.0),
        "next_deal_by_itself": (None, None),
        "wait_for_quartet_tap": (None, None),
        "wait_for_ruling": (None, None),
    }


@pytest.mark.parametrize(
    "name", [setting.name for setting in settings() if setting.unit in {"seconds", "chance"}]
)
def test_numbers_have_a_range(name: str) -> None:
    setting = next(setting for setting in settings() if setting.name == name)
    assert setting.low is not None
    assert setting.high is not None
    for good in (setting.low, setting.high):
        assert getattr(House.from_dict({name: good}), name) == good
    for bad in (setting.low - 0.001, setting.high + 0.001, float("nan"), "1", None, True):
        with pytest.raises(BadSettingError, match=f"{name} is from {setting.low} to {setting.high}"):
            House.from_dict({name: bad})


@pytest.mark.parametrize("name", [setting.name for setting in settings() if setting.unit == "yes/no"])
def test_a_choice_is_yes_or_no(name: str) -> None:
    assert getattr(House.from_dict({name: True}), name) is True
    for bad in (1, "yes", None):
        with pytest.raises(BadSettingError, match=f"{name} is yes or no"):
            House.from_dict({name: bad})


@pytest.mark.parametrize(("word", "kept"), [("PIG", "PIG"), ("esel", "ESEL"), ("ABCDEFGHIJ", "ABCDEFGHIJ")])
def test_house_words(word: str, kept: str) -> None:
    assert House(word=word).word == kept


@pytest.mark.parametrize("word", ["", "AB", "ABCDEFGHIJK", "DON KEY", "D0NKEY", "<b>"])
def test_words_that_are_none(word: str) -> None:
    with pytest.raises(BadSettingError, match="The word has 3 to 10 letters and nothing else, like DONKEY"):
        House(word=word)


def test_settings_are_written_and_read() -> None:
    house = House(word="PIG", tie_window_s=0.02, wait_for_ruling=True)
    assert House.from_dict(house.to_dict()) == house
    assert House.from_dict({}) == House()


@pytest.mark.parametrize("values", [{"hold": 1.0}, {"word": "PIG", "x": 1, "a": 2}])
def test_a_setting_that_does_not_exist(values: dict[str, Any]) -> None:
    strangers = ", ".join(sorted(set(values) - {"word"}))
    with pytest.raises(
        BadSettingError, match=f"no setting {strangers}. Choose from: word, hold_s, tie_limit"
    ):
        House.from_dict(values)
