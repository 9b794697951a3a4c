from __future__ import annotations

import json
from typing import Any

import pytest

from referee.drills.match import NAMES, match
from referee.observation import Instant, Touch, TouchKind
from referee.record.entry import CAMERA, PLAYER, PROGRAM, REFEREE, GameHeader, GameKind, MemoryLog
from referee.rules import events as on
from referee.rules.verdict import Outcome, Reason, Verdict
from referee.service import Table
from tests.record.games import Clock


def begun(dealer: int = 1) -> Table:
    table = Table(MemoryLog(GameHeader("g", GameKind.DEMO, 5.0, "1")), Clock(100.0), on.GameCreated(NAMES))
    table.apply(on.DealerDrawn(dealer), PROGRAM)
    table.apply(on.DealStarted(), REFEREE)
    return table


def letter(taker: int = 3) -> Outcome:
    order = (0, *(seat for seat in (1, 2, 3) if seat != taker), taker)
    times = (10.0, 10.3, 10.4, 10.55)
    contacts = tuple(
        Touch(seat, TouchKind.HELD, Instant(time_s, time_s - 0.01, time_s + 0.02, 0.006))
        for seat, time_s in zip(order, times, strict=True)
    )
    return Outcome(
        Verdict.LETTER, Reason.LAST_TO_COPY, taker, (0,), order, contacts, p_reversed=0.0001, gap_s=0.15
    )


def test_a_game_before_its_first_deal() -> None:
    log = MemoryLog(GameHeader("g", GameKind.REAL, 5.0, "1"))
    view = Table(log, Clock(), on.GameCreated(NAMES)).snapshot()
    assert view["game"] == {"id": "g", "kind": "real", "started_s": 5.0}
    assert view["word"] == "DONKEY"
    assert view["phase"] == "draw"
    assert "16 cards" in view["next"]
    assert (view["deal"], view["dealer"], view["verdict"], view["history"]) == (1, None, None, [])
    assert [one["name"] for one in view["players"]] == list(NAMES)
    assert view["survivors"] == [0, 1, 2, 3]
    assert view["winners"] == view["calls"] == view["disputes"] == view["questions"] == []
    assert view["live"]["phase"] == "off"
    assert view["record"] == {"ok": True, "message": ""}
    assert not view["paused"]


def test_a_verdict_with_its_order_and_times() -> None:
    table = begun()
    assert table.snapshot()["deal"] == 1
    table.apply(on.VerdictGiven(letter(), {"clip": "deal-001"}), CAMERA)
    view = table.snapshot()
    found = view["verdict"]
    assert view["history"] == [found]
    assert (found["deal"], found["kind"], found["seat"], found["name"]) == (1, "letter", 3, "Dana")
    assert (found["reason"], found["standing"]) == ("last-to-copy", "provisional")
    assert found["sentence"] == "Dana takes the D."
    assert "Dana touched last" in found["why"]
    assert (found["initiator"], found["initiators"]) == (0, [0])
    assert [one["name"] for one in found["order"]] == ["Ann", "Ben", "Cem", "Dana"]
    assert found["order"][0]["after_s"] == 0.0
    assert found["order"][3]["after_s"] == pytest.approx(0.55)
    assert found["order"][3]["low_s"] == pytest.approx(0.54)
    assert found["order"][3]["high_s"] == pytest.approx(0.57)
    assert (found["gap_s"], found["p_reversed"]) == (0.15, 0.0001)
    assert (found["clip"], found["wall_s"], found["quartet"], found["measured"]) == (
        "deal-001",
        100.0,
        None,
        None,
    )
    assert view["deal"] == 2
    assert view["dealer"] == 2
    dana = view["players"][3]
    assert (dana["letters"], dana["count"], dana["out"], dana["winner"]) == ("D", 1, False, False)
    assert [one["dealer"] for one in view["players"]] == [False, False, True, False]


def test_a_verdict_is_confirmed_by_the_quartet_or_the_next_deal() -> None:
    table = begun()
    table.apply(on.VerdictGiven(letter()), CAMERA)
    table.apply(on.QuartetShown(0, True), PLAYER)
    assert table.snapshot()["verdict"]["quartet"] is True
    assert table.snapshot()["verdict"]["standing"] == "confirmed"
    table.apply(on.DealStarted(), REFEREE)
    table.apply(on.VerdictGiven(letter()), CAMERA)
    table.apply(on.DealStarted(), REFEREE)
    assert table.snapshot()["verdict"]["standing"] == "confirmed"
    assert table.snapshot()["verdict"]["quartet"] is None


def test_no_quartet_turns_the_letter() -> None:
    table = begun()
    table.apply(on.VerdictGiven(letter()), CAMERA)
    table.apply(on.QuartetShown(0, False), PLAYER)
    found = table.snapshot()["verdict"]
    assert (found["seat"], found["reason"], found["quartet"]) == (0, "false-signal", False)


def test_disputes_and_rulings_stay_visible_beside_what_was_measured() -> None:
    table = begun()
    table.apply(on.VerdictGiven(letter()), CAMERA)
    table.apply(on.DisputeRaised(1, 3, "I was not last"), PLAYER)
    view = table.snapshot()
    assert view["disputes"] == [1]
    table.apply(on.Ruled(1, on.Choice.LETTER, 2, by="Eve", why="seen in the clip"), REFEREE)
    view = table.snapshot()
    found = view["history"][0]
    assert view["disputes"] == []
    assert (found["kind"], found["seat"], found["reason"], found["standing"]) == (
        "letter",
        2,
        "ruled",
        "ruled",
    )
    assert found["measured"] == {"kind": "letter", "seat": 3, "reason": "last-to-copy"}
    assert found["disputes"] == [{"seat": 3, "name": "Dana", "why": "I was not last", "wall_s": 100.0}]
    assert found["rulings"] == [
        {"kind": "letter", "seat": 2, "name": "Cem", "by": "Eve", "why": "seen in the clip", "wall_s": 100.0}
    ]
    table.apply(on.Undone(), REFEREE)
    found = table.snapshot()["history"][0]
    assert (found["seat"], found["rulings"], found["measured"]) == (3, [], None)


def test_a_call_waits_for_a_person() -> None:
    table = begun()
    table.apply(on.VerdictGiven(Outcome(Verdict.CALL, Reason.UNSEEN, unseen=(2,))), CAMERA)
    view = table.snapshot()
    assert view["calls"] == [1]
    assert view["verdict"]["standing"] == "open"
    assert view["verdict"]["unseen"] == [2]
    assert view["verdict"]["order"] == []
    assert view["dealer"] == 1


def test_a_contact_that_is_not_known_has_no_times() -> None:
    table = begun()
    contacts = (Touch(0, TouchKind.HELD, None), Touch(1, TouchKind.HELD, Instant(3.0, 2.9, 3.1, 0.05)))
    table.apply(on.VerdictGiven(Outcome(Verdict.CALL, Reason.DOUBTFUL, None, (0,), (0, 1), contacts)), CAMERA)
    assert [one["after_s"] for one in table.snapshot()["verdict"]["order"]] == [None, None]


def test_people_keep_their_verdicts_when_they_change_chairs() -> None:
    table = begun()
    table.apply(on.VerdictGiven(letter(3)), CAMERA)
    table.apply(on.SeatsSwapped(0, 3), REFEREE)
    view = table.snapshot()
    assert [one["name"] for one in view["players"]] == ["Dana", "Ben", "Cem", "Ann"]
    assert [one["player"] for one in view["players"]] == [3, 1, 2, 0]
    found = view["verdict"]
    assert (found["seat"], found["name"], found["initiator"]) == (0, "Dana", 3)
    assert (found["order"][0]["seat"], found["order"][0]["name"]) == (3, "Ann")


def test_cancelled_and_wrong_deals() -> None:
    table = begun()
    table.apply(on.VerdictGiven(letter()), CAMERA)
    table.apply(on.SignalCancelled(), REFEREE)
    assert table.snapshot()["verdict"] is None
    table.apply(on.CardsWrong(), REFEREE)
    found = table.snapshot()["verdict"]
    assert (found["kind"], found["reason"], found["cancelled"]) == ("redeal", "cards-wrong", 1)
    assert found["wall_s"] == 100.0
    assert found["standing"] == "confirmed"


@pytest.mark.parametrize("seed", range(12))
def test_every_moment_of_a_game_can_be_shown(seed: int) -> None:
    events = match(seed)
    first = events[0]
    assert isinstance(first, on.GameCreated)
    table = Table(MemoryLog(GameHeader("g", GameKind.REAL, 5.0, "1")), Clock(), first)
    for event in events[1:]:
        table.apply(event, PROGRAM)
        view = table.snapshot()
        assert json.loads(json.dumps(view, allow_nan=False))["phase"] == table.state.phase
        assert_consistent(view, table)
    assert len(view["winners"]) == 2
    assert len(view["log"]) == len(events)
    assert all(line["what"] for line in view["log"])


def assert_consistent(view: dict[str, Any], table: Table) -> None:
    assert [one["seat"] for one in view["players"]] == [0, 1, 2, 3]
    assert [one["letters"] for one in view["players"]] == [
        "DONKEY"[: table.state.letters[one["player"]]] for one in view["players"]
    ]
    assert view["survivors"] == [one["seat"] for one in view["players"] if not one["out"]]
    assert sum(one["dealer"] for one in view["players"]) == (view["dealer"] is not None)
    assert [found["deal"] for found in view["history"]] == sorted(found["deal"] for found in view["history"])
    for found in view["history"]:
        assert found["wall_s"] is not None or found["standing"] == "ruled"
        assert all(ruling["wall_s"] is not None for ruling in found["rulings"])
