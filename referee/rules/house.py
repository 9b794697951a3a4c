"""The house's settings: what one table may play differently from another, as data.

Each setting is a field of :class:`House` with its default, unit, range and help, so that the command line,
the wizard and the docs can all be made from :func:`settings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, cast

from referee.rules.errors import BadSettingError


def _setting(default: Any, unit: str, help_: str, low: float | None = None, high: float | None = None) -> Any:  # noqa: ANN401 - as dataclasses.field
    return field(default=default, metadata={"unit": unit, "help": help_, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting, described.

    Attributes:
        name: the field's name in :class:`House`.
        default: its value where the house says nothing.
        unit: ``seconds``, ``chance``, ``letters`` or ``yes/no``.
        help: what it does, for people.
        low: the smallest value (for a word: the fewest letters); ``None`` where there is none.
        high: the largest value (for a word: the most letters); ``None`` where there is none.
    """

    name: str
    default: str | float | bool
    unit: str
    help: str
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class House:
    """The settings of one table.

    Raises:
        BadSettingError: on construction, when a value is outside its range.
    """

    word: str = _setting(
        "DONKEY", "letters", "The word that is spelt; who has all its letters is out.", 3, 10
    )
    hold_s: float = _setting(
        0.4,
        "seconds",
        "A touch counts from its first instant once it was held this long; shorter is a brush.",
        0.1,
        2.0,
    )
    tie_limit: float = _setting(
        0.003,
        "chance",
        "The last two are a tie when their order is the other way round with more than this chance.",
        0.0,
        0.5,
    )
    tie_window_s: float = _setting(
        0.0, "seconds", "The last two are also a tie when they are no further apart than this.", 0.0, 1.0
    )
    never_copied_s: float = _setting(
        10.0, "seconds", "So long after the signal, whoever has not copied is taken not to copy.", 1.0, 60.0
    )
    hands_away_s: float = _setting(
        3.0,
        "seconds",
        "A deal is over once all hands have been away from the faces for this long.",
        0.5,
        30.0,
    )
    earlier_signal_s: float = _setting(
        1.0,
        "seconds",
        "A stretch unseen up to this long before the first touch that was seen may hide the true signal.",
        0.0,
        10.0,
    )
    next_deal_by_itself: bool = _setting(
        False, "yes/no", "The next deal starts by itself once all hands were away; otherwise somebody taps."
    )
    wait_for_quartet_tap: bool = _setting(
        False, "yes/no", "The next deal waits until somebody has said whether the quartet was shown."
    )
    wait_for_ruling: bool = _setting(
        False, "yes/no", "The next deal waits until an open call or dispute of the last deal has been ruled."
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "word", str(self.word).upper())
        for setting in settings():
            _check(setting, getattr(self, setting.name))

    def to_dict(self) -> dict[str, str | float | bool]:
        """All settings by name, as JSON can hold them."""
        return {setting.name: getattr(self, setting.name) for setting in settings()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> House:
        """Make a house from settings by name; those left out have their defaults.

        Raises:
            BadSettingError: for a name that does not exist or a value outside its range.
        """
        strangers = sorted(set(values) - {setting.name for setting in settings()})
        if strangers:
            known = ", ".join(setting.name for setting in settings())
            raise BadSettingError(f"There is no setting {', '.join(strangers)}. Choose from: {known}.")
        return cls(**values)


def settings() -> tuple[Setting, ...]:
    """Every setting of :class:`House` with its description, in the order in which a page shows them."""
    return tuple(
        Setting(name=found.name, default=cast("Any", found.default), **found.metadata)
        for found in fields(House)
    )


def _check(setting: Setting, value: object) -> None:
    match setting.default:
        case bool():
            if not isinstance(value, bool):
                raise BadSettingError(f"{setting.name} is yes or no: set it to true or false.")
        case str(default):
            # The field was made a string before this check.
            if not (isinstance(value, str) and value.isalpha() and _inside(setting, len(value))):
                raise BadSettingError(
                    f"The word has {setting.low} to {setting.high} letters and nothing else, like {default}."
                )
        case _:
            if isinstance(value, bool) or not isinstance(value, int | float) or not _inside(setting, value):
                raise BadSettingError(
                    f"{setting.name} is from {setting.low} to {setting.high} ({setting.unit}); got {value!r}."
                )


def _inside(setting: Setting, value: float) -> bool:
    return (setting.low is None or value >= setting.low) and (setting.high is None or value <= setting.high)
