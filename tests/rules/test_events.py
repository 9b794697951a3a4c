"""Events are written down as JSON and read back, each of them the same."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.observation import Hand, Instant, Touch, TouchKind
from referee.rules import events as on
from referee.rules.errors import BadRecordError
from referee.rules.events import Event, event_from_dict, event_to_dict, kind_of
from referee.rules.house import House
from referee.rules.plain import from_plain, to_plain
from referee.rules.verdict import Outcome, Reason, Verdict

CONTACT = Instant(2.0, 1.99, 2.01, 0.006, 0.01)
OUTCOME = Outcome(
    Verdict.LETTER,
    Reason.LAST_TO_COPY,
    2,
    (0, 1),
    (0, 1, 2),
    (Touch(0, TouchKind.HELD, CONTACT, Hand.LEFT, 3.0), Touch(2, TouchKind.HELD, None)),
    0.001,
    0.2,
    (3,),
    first_sure=False,
)
SAMPLES: list[Event] = [
    on.GameCreated(("Anna", "Ben", "Cem", "Dora"), House(word="PIG", wait_for_ruling=True)),
    on.DealerDrawn(2),
    on.DealStarted(),
    on.VerdictGiven(OUTCOME, {"models": {"hand": "a1"}, "times": [0.1, 2], "ok": None}, 3),
    on.QuartetShown(1, True),
    on.SignalCancelled(),
    on.CardsWrong(),
    on.Ruled(3, on.Choice.LETTER, 2, "Eva", "saw it"),
    on.DealReviewed(4, False, "Eva", "unfair"),
    on.LetterCorrected(1, -1, "Eva", "typo"),
    on.DisputeRaised(3, 1, "no!"),
    on.DisputeWithdrawn(3),
    on.SeatsSwapped(0, 3),
    on.PlayerLeft(2),
    on.PlayerRenamed(2, "Kim"),
    on.SettingsChanged(House(tie_window_s=0.1)),
    on.Paused(),
    on.Resumed(),
    on.Undone(),
]


def test_the_names_of_events_are_fixed() -> None:
    """Records hold them: such a name never changes."""
    assert " ".join(map(kind_of, SAMPLES)) == (
        "game-created dealer-drawn deal-started verdict-given quartet-shown signal-cancelled cards-wrong ruled "
        "deal-reviewed letter-corrected dispute-raised dispute-withdrawn seats-swapped player-left player-renamed "
        "settings-changed paused resumed undone"
    )


def test_there_is_a_sample_of_every_event() -> None:
    assert {type(sample) for sample in SAMPLES} == set(get_args(Event))
    assert len({kind_of(sample) for sample in SAMPLES}) == len(SAMPLES)


@pytest.mark.parametrize("event", SAMPLES, ids=kind_of)
def test_an_event_is_written_and_read(event: Event) -> None:
    line = json.dumps(event_to_dict(event))
    assert event_from_dict(json.loads(line)) == event
    assert json.loads(line)["event"] == kind_of(event)
    assert json.loads(line)["version"] == 1


def test_the_written_shape_is_fixed() -> None:
    """The record of today must be readable in years; a change here needs a new version and a migration."""
    assert event_to_dict(SAMPLES[7]) == {
        "event": "ruled",
        "version": 1,
        "deal": 3,
        "choice": "letter",
        "player": 2,
        "by": "Eva",
        "why": "saw it",
    }
    assert event_to_dict(on.VerdictGiven(OUTCOME))["outcome"] == {
        "verdict": "letter",
        "reason": "last-to-copy",
        "seat": 2,
        "initiators": [0, 1],
        "order": [0, 1, 2],
        "contacts": [
            {
                "seat": 0,
                "kind": "held",
                "contact": {
                    "time_s": 2.0,
                    "low_s": 1.99,
                    "high_s": 2.01,
                    "sigma_s": 0.006,
                    "gross": 0.01,
                    "gross_sigma_s": 0.1,
                },
                "hand": "left",
                "release_s": 3.0,
            },
            {"seat": 2, "kind": "held", "contact": None, "hand": None, "release_s": None},
        ],
        "p_reversed": 0.001,
        "gap_s": 0.2,
        "unseen": [3],
        "first_sure": False,
    }


def test_fields_left_out_have_their_defaults() -> None:
    assert event_from_dict({"event": "ruled", "version": 1, "deal": 1, "choice": "redeal"}) == on.Ruled(
        1, on.Choice.REDEAL
    )
    assert event_from_dict({"event": "game-created", "version": 1, "names": ["A"]}) == on.GameCreated(("A",))


def test_a_whole_number_will_do_for_a_time() -> None:
    data: dict[str, Any] = json.loads(json.dumps(event_to_dict(on.VerdictGiven(OUTCOME))))
    data["outcome"]["gap_s"] = 1
    read = event_from_dict(data)
    assert isinstance(read, on.VerdictGiven)
    assert isinstance(read.outcome.gap_s, float)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({}, "version None, and this program reads 1"),
        ({"event": "paused", "version": 2}, "version 2"),
        ({"event": "danced", "version": 1}, "no event 'danced'"),
        ({"version": 1}, "no event None"),
        ({"event": "paused", "version": 1, "x": 1, "a": 1}, "Paused has no a, x"),
        ({"event": "ruled", "version": 1}, "Ruled lacks deal, choice"),
        ({"event": "ruled", "version": 1, "deal": "1", "choice": "redeal"}, "found '1'"),
        ({"event": "ruled", "version": 1, "deal": True, "choice": "redeal"}, "found True"),
        ({"event": "ruled", "version": 1, "deal": 1.0, "choice": "redeal"}, "found 1.0"),
        ({"event": "ruled", "version": 1, "deal": 1, "choice": "maybe"}, "'maybe' is no Choice"),
        ({"event": "ruled", "version": 1, "deal": 1, "choice": 7}, "found 7"),
        ({"event": "quartet-shown", "version": 1, "player": 1, "shown": 1}, "found 1"),
        ({"event": "game-created", "version": 1, "names": "Anna"}, "found 'Anna'"),
        ({"event": "game-created", "version": 1, "names": [1]}, "found 1"),
        ({"event": "settings-changed", "version": 1, "house": {"word": "X"}}, "setting that is not allowed"),
        ({"event": "settings-changed", "version": 1, "house": {"hold_s": True}}, "found True"),
        ({"event": "settings-changed", "version": 1, "house": {"hold_s": "1"}}, "found '1'"),
        ({"event": "settings-changed", "version": 1, "house": None}, "found None"),
        ({"event": "verdict-given", "version": 1, "outcome": {}, "measurement": []}, "Outcome lacks verdict"),
        (
            {"event": "verdict-given", "version": 1, "outcome": to_plain(OUTCOME), "measurement": []},
            r"found \[\]",
        ),
    ],
)
def test_a_damaged_event_is_refused(data: dict[str, Any], says: str) -> None:
    with pytest.raises(BadRecordError, match=says):
        event_from_dict(data)


def test_only_what_json_holds_is_written() -> None:
    with pytest.raises(TypeError, match="set cannot be written down"):
        event_to_dict(on.VerdictGiven(OUTCOME, {"odd": {1, 2}}))


WORDS = st.text('ab"ä\n', max_size=3)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(WORDS, JSON, max_size=3))
def test_a_measurement_comes_back_as_it_was(measurement: dict[str, Any]) -> None:
    event = on.VerdictGiven(OUTCOME, measurement)
    assert event_from_dict(json.loads(json.dumps(event_to_dict(event)))) == event


def _all_types(value: object) -> set[type]:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {type(value)}.union(*map(_all_types, inside))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_what_is_written_down_is_plain(sample: Event) -> None:
    """No enum and no tuple, which other programs would not know."""
    assert _all_types(event_to_dict(sample)) <= {dict, list, str, int, float, bool, type(None)}


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_what_may_be_left_out_is_of_its_own_type_and_says_nothing(kind: type[Event]) -> None:
    hints = get_type_hints(kind)
    for found in fields(kind):
        if found.default is not MISSING:
            assert not found.default, found.name
            assert from_plain(hints[found.name], to_plain(found.default)) == found.default, found.name


def test_a_number_that_is_too_large_is_damage() -> None:
    with pytest.raises(BadRecordError, match="too large"):
        from_plain(float, 10**400)
