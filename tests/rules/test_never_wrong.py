"""What must hold of every verdict, whatever was seen: no letter on missing evidence, none that changes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from hypothesis import assume, event, given
from hypothesis import strategies as st

from referee.observation import SeatView, TouchKind, UnseenReason
from referee.rules.house import House
from referee.rules.ranking import judge_deal
from referee.rules.verdict import Outcome, Reason, Verdict
from tests.rules.seen import brush, held, hole, view

END_S = 9.0
HOUSES = st.builds(
    House,
    tie_window_s=st.sampled_from([0.0, 0.03]),
    never_copied_s=st.sampled_from([3.0, 10.0]),
    hold_s=st.sampled_from([0.2, 0.4, 0.8]),
)


@dataclass(frozen=True)
class Truth:
    """When each seat really touched (``inf``: never) and when it could not be seen."""

    contacts: tuple[float, ...]
    hidden: tuple[tuple[tuple[float, float], ...], ...]

    def seen(self, house: House) -> list[SeatView]:
        """What a perfect stopwatch sees of it: touches that do not begin or hide in a hidden stretch."""
        return [
            self._seen(seat, contact, hidden, house)
            for seat, (contact, hidden) in enumerate(zip(self.contacts, self.hidden, strict=True))
        ]

    def _seen(
        self, seat: int, contact: float, hidden: tuple[tuple[float, float], ...], house: House
    ) -> SeatView:
        unseen = tuple(hole(start, end) for start, end in hidden)
        if contact == math.inf:
            return view(seat, unseen=unseen)
        release = contact + max(house.hold_s, 0.6) + 0.1
        covering = [end for start, end in hidden if start <= contact <= end]
        first_seen = max([contact, *covering])
        if first_seen >= release:
            return view(seat, unseen=unseen)
        return view(seat, held(seat, first_seen, release, sigma_s=0.001), unseen=unseen)


def _times(low: float, high: float) -> st.SearchStrategy[float]:
    return st.integers(int(low * 100), int(high * 100)).map(lambda hundredths: hundredths / 100)


@st.composite
def truths(draw: st.DrawFn) -> Truth:
    count = draw(st.integers(3, 4))
    contacts = tuple(draw(st.one_of(_times(2.0, 4.0), st.just(math.inf))) for _ in range(count))
    stretch = st.tuples(_times(1.5, 4.5), _times(0.02, 1.5)).map(lambda s: (s[0], s[0] + s[1]))
    hidden = tuple(tuple(draw(st.lists(stretch, max_size=2))) for _ in range(count))
    return Truth(contacts, hidden)


@given(truths(), HOUSES, st.booleans())
def test_a_letter_goes_to_nobody_but_the_last(truth: Truth, house: House, final: bool) -> None:
    outcome = judge_deal(truth.seen(house), house, start_s=0.0, end_s=END_S, final=final)
    event("none" if outcome is None else outcome.reason.value)
    if outcome is None or outcome.verdict is not Verdict.LETTER:
        return
    taker = outcome.seat
    assert taker is not None
    others = [contact for seat, contact in enumerate(truth.contacts) if seat != taker]
    assert max(others) < truth.contacts[taker]


@given(truths(), HOUSES)
def test_a_redeal_is_a_real_tie(truth: Truth, house: House) -> None:
    outcome = judge_deal(truth.seen(house), house, start_s=0.0, end_s=END_S, final=True)
    if outcome is not None and outcome.verdict is Verdict.REDEAL:
        *_, second, last = sorted(truth.contacts)
        assert last - second <= house.tie_window_s + 0.011


@given(truths(), HOUSES)
def test_nobody_hidden_means_no_call_but_for_several(truth: Truth, house: House) -> None:
    truth = replace(truth, hidden=tuple(() for _ in truth.hidden))
    assume(min(truth.contacts) < math.inf)
    outcome = judge_deal(truth.seen(house), house, start_s=0.0, end_s=END_S, final=True)
    assert outcome is not None
    assert outcome.first_sure
    missing = truth.contacts.count(math.inf)
    assert (outcome.verdict is Verdict.CALL) == (missing > 1)
    assert outcome.reason is not Reason.UNSEEN
    assert outcome.initiators[0] == truth.contacts.index(min(truth.contacts))


@given(truths(), HOUSES, st.lists(st.floats(1.0, END_S), min_size=2, max_size=6, unique=True))
def test_what_was_decided_live_stays(truth: Truth, house: House, looks: list[float]) -> None:
    """Evidence grows; from the first outcome on, every later look and the end give the same verdict."""
    views, decided = truth.seen(house), list[Outcome]()
    for end_s in sorted(looks):
        outcome = judge_deal(_until(views, end_s, house), house, start_s=0.0, end_s=end_s, final=False)
        assert not decided or outcome is not None
        if outcome is not None:
            decided.append(outcome)
    assume(decided)
    decided.append(_last(views, house))
    assert len({(outcome.verdict, outcome.seat) for outcome in decided}) == 1


def _last(views: list[SeatView], house: House) -> Outcome:
    outcome = judge_deal(views, house, start_s=0.0, end_s=END_S + 10.0, final=True)
    assert outcome is not None
    return outcome


def _until(views: list[SeatView], end_s: float, house: House) -> list[SeatView]:
    """The views as they are when the evidence reaches ``end_s``: a touch is held only once it has been."""

    def cut(seen: SeatView) -> SeatView:
        touches = []
        for touch in seen.touches:
            assert touch.contact is not None
            if touch.contact.time_s + house.hold_s <= end_s:
                touches.append(touch)
            elif touch.contact.time_s <= end_s:
                touches.append(brush(touch.seat, touch.contact.time_s, None))
        unseen = tuple(
            replace(span, end_s=min(span.end_s, end_s)) for span in seen.unseen if span.start_s <= end_s
        )
        return replace(seen, touches=tuple(touches), unseen=unseen)

    return [cut(seen) for seen in views]


@given(truths(), HOUSES, st.permutations(range(4)))
def test_the_order_and_the_numbers_of_the_views_do_not_matter(
    truth: Truth, house: House, numbers: list[int]
) -> None:
    views = truth.seen(house)
    renamed = [
        replace(
            seen,
            seat=numbers[seen.seat],
            touches=tuple(replace(touch, seat=numbers[seen.seat]) for touch in seen.touches),
        )
        for seen in views
    ]
    plain = judge_deal(views, house, start_s=0.0, end_s=END_S, final=True)
    other = judge_deal(renamed[::-1], house, start_s=0.0, end_s=END_S, final=True)
    assert (plain is None) == (other is None)
    if plain is not None and other is not None:
        assert (plain.verdict, plain.reason) == (other.verdict, other.reason)
        assert (None if plain.seat is None else numbers[plain.seat]) == other.seat
        assert tuple(sorted(numbers[seat] for seat in plain.unseen)) == other.unseen


@given(truths(), HOUSES, st.integers(0, 2), _times(1.0, 5.0), _times(0.05, 0.5))
def test_brushes_never_score(truth: Truth, house: House, seat: int, at_s: float, for_s: float) -> None:
    views = truth.seen(house)
    brushed = [
        replace(seen, touches=(*seen.touches, brush(seat, at_s, at_s + for_s))) if seen.seat == seat else seen
        for seen in views
    ]
    assert all(touch.kind is TouchKind.BRUSH for touch in brushed[seat].touches[len(views[seat].touches) :])
    before = judge_deal(views, house, start_s=0.0, end_s=END_S, final=True)
    assert judge_deal(brushed, house, start_s=0.0, end_s=END_S, final=True) == before


@given(truths(), HOUSES, st.sampled_from(UnseenReason))
def test_more_hidden_never_makes_another_letter(truth: Truth, house: House, reason: UnseenReason) -> None:
    views = truth.seen(house)
    clear = judge_deal(views, house, start_s=0.0, end_s=END_S, final=True)
    for index, seen in enumerate(views):
        blind = replace(seen, touches=(), unseen=(hole(0.0, END_S, reason),))
        darker = [*views[:index], blind, *views[index + 1 :]]
        outcome = judge_deal(darker, house, start_s=0.0, end_s=END_S, final=True)
        assert outcome is None or outcome.seat is None or (clear is not None and outcome.seat == clear.seat)
