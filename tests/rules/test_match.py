"""Whole games, whatever people and camera do: what must hold after every event."""

from __future__ import annotations

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from referee.rules import events as on
from referee.rules.errors import RefusalError
from referee.rules.events import Event, event_from_dict, event_to_dict
from referee.rules.game import apply, fold
from referee.rules.house import House
from referee.rules.preview import difference, preview
from referee.rules.sentences import Speaker
from referee.rules.state import Phase, State
from referee.rules.verdict import Outcome, Reason, Verdict

PLAYERS = st.integers(0, 3)
OPENING = (on.Ruled, on.DealReviewed, on.LetterCorrected, on.SignalCancelled, on.CardsWrong, on.QuartetShown)
"""Events by which people put something right; only these (and undo) may take a letter away."""


class Match(RuleBasedStateMachine):
    """Events as they come, allowed or not."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[Event] = []
        self.state: State | None = None

    @initialize(word=st.sampled_from(["PIG", "ESEL"]), seat=PLAYERS, waits=st.booleans(), drawn=st.booleans())
    def start(self, word: str, seat: int, waits: bool, drawn: bool) -> None:
        house = House(word=word, wait_for_quartet_tap=waits, wait_for_ruling=waits)
        self.happen(on.GameCreated(("Anna", "Ben", "Cem", "Dora"), house))
        if drawn:
            self.happen(on.DealerDrawn(seat))

    def happen(self, event: Event) -> None:
        """Let it happen, if the rules allow it; in every case nothing else changes."""
        before = self.state
        try:
            after = apply(before, event)
        except RefusalError as refusal:
            said = str(refusal)
        else:
            said = ""
        if said:
            assert said.endswith(".")
            assert self.state is before
            return
        self.log.append(event)
        self.state = after
        if before is None or isinstance(event, on.Undone):
            return
        assert apply(after, on.Undone()) is before
        change = preview(before, event)
        assert change == difference(before, after)
        assert all(sentence for sentence in Speaker("de").change(change, after))
        fell = any(now < was for was, now in zip(before.letters, after.letters, strict=True))
        assert not fell or isinstance(event, OPENING)
        if isinstance(event, on.VerdictGiven):
            rose = sum(after.letters) - sum(before.letters)
            assert rose == (event.outcome.verdict is Verdict.LETTER) or after.deals[-1].quartet

    def current(self) -> State:
        assert self.state is not None
        return self.state

    @rule()
    def start_deal(self) -> None:
        self.happen(on.DealStarted())

    @rule(seat=PLAYERS, seed=st.integers(0, 23), kind=st.sampled_from(Verdict), sure=st.booleans())
    def give_verdict(self, seat: int, seed: int, kind: Verdict, sure: bool) -> None:
        seats = [other for other in range(4) if self.current().chairs[other] in self.current().survivors]
        first = seats[seed % len(seats)]
        initiators = (first,) if seed < 12 else tuple(dict.fromkeys((first, seats[0])))
        letter = kind is Verdict.LETTER
        reason = Reason.LAST_TO_COPY if letter else Reason.TIE if kind is Verdict.REDEAL else Reason.UNSEEN
        outcome = Outcome(kind, reason, seat if letter else None, initiators, initiators, first_sure=sure)
        self.happen(on.VerdictGiven(outcome, {"seed": seed}))

    @rule(seats=st.permutations(range(4)))
    def play_a_deal(self, seats: list[int]) -> None:
        """The plain way on, so that games end within reach."""
        playing = [seat for seat in seats if self.current().chairs[seat] in self.current().survivors]
        self.happen(on.DealStarted())
        self.happen(
            on.VerdictGiven(
                Outcome(Verdict.LETTER, Reason.LAST_TO_COPY, playing[-1], (playing[0],), tuple(playing))
            )
        )
        self.happen(on.QuartetShown(self.current().chairs[playing[0]], True))

    @rule(player=PLAYERS, shown=st.booleans())
    def answer(self, player: int, shown: bool) -> None:
        self.happen(on.QuartetShown(player, shown))

    @rule(
        event=st.sampled_from([on.SignalCancelled(), on.CardsWrong(), on.Paused(), on.Resumed(), on.Undone()])
    )
    def tap(self, event: Event) -> None:
        self.happen(event)

    @rule(deal=st.integers(1, 12), choice=st.sampled_from(on.Choice), player=PLAYERS)
    def decide(self, deal: int, choice: on.Choice, player: int) -> None:
        self.happen(on.Ruled(deal, choice, player if choice is on.Choice.LETTER else None, "Eva"))

    @rule(keep=st.booleans(), place=st.integers(0, 5), deal=st.integers(1, 12))
    def review(self, keep: bool, place: int, deal: int) -> None:
        questions = self.current().ledger.questions
        self.happen(on.DealReviewed(questions[place % len(questions)].deal if questions else deal, keep))

    @rule(player=PLAYERS, change=st.sampled_from([-1, 1]))
    def correct(self, player: int, change: int) -> None:
        self.happen(on.LetterCorrected(player, change))

    @rule(deal=st.integers(1, 6), player=PLAYERS, back=st.booleans())
    def dispute(self, deal: int, player: int, back: bool) -> None:
        self.happen(on.DisputeWithdrawn(deal) if back else on.DisputeRaised(deal, player))

    @rule(first=PLAYERS, second=PLAYERS)
    def swap(self, first: int, second: int) -> None:
        self.happen(on.SeatsSwapped(first, second))

    @rule(player=PLAYERS)
    def leave(self, player: int) -> None:
        self.happen(on.PlayerLeft(player))

    @invariant()
    def the_log_gives_the_state(self) -> None:
        written = json.loads(json.dumps([event_to_dict(event) for event in self.log]))
        assert fold(event_from_dict(line) for line in written) == self.state

    @invariant()
    def letters_are_within_the_word(self) -> None:
        if self.state is not None:
            assert all(0 <= count <= len(self.state.house.word) for count in self.state.letters)

    @invariant()
    def a_game_ends_exactly_with_two_survivors(self) -> None:
        if self.state is not None:
            assert 2 <= len(self.state.survivors) <= 4
            assert (self.state.phase is Phase.OVER) == (len(self.state.survivors) == 2)
            assert self.state.winners == (self.state.survivors if self.state.phase is Phase.OVER else ())

    @invariant()
    def the_dealer_is_a_survivor(self) -> None:
        if self.state is not None:
            assert (self.state.dealer is None) == (self.state.drawn is None)
            assert self.state.dealer is None or self.state.dealer in self.state.survivors

    @invariant()
    def at_most_one_letter_a_deal_and_none_in_a_redeal(self) -> None:
        if self.state is None:
            return
        ledger = self.state.ledger
        for deal, at, after in zip(self.state.deals, ledger.at, ledger.after, strict=True):
            more = [now - was for was, now in zip(at, after, strict=True)]
            assert sum(more) <= 1
            assert min(more) >= 0
            standing = deal.standing
            if standing is None or standing.verdict is not Verdict.LETTER:
                assert sum(more) == 0
            assert (standing is None or standing.player is None) == (
                standing is None or standing.verdict is not Verdict.LETTER
            )

    @invariant()
    def everybody_sits_somewhere(self) -> None:
        if self.state is not None:
            assert sorted(self.state.chairs) == [0, 1, 2, 3]

    @invariant()
    def the_right_people_play_a_new_deal(self) -> None:
        asked = {question.deal for question in self.state.ledger.questions} if self.state else set()
        if self.state is not None and isinstance(self.state.last, on.DealStarted):
            assert len(self.state.deals) not in asked

    @invariant()
    def there_is_always_something_to_say(self) -> None:
        if self.state is None:
            return
        for speaker in (Speaker("en"), Speaker("de")):
            assert speaker.next_step(self.state)
            assert speaker.happened(self.state.last, self.state.names)
            for deal in self.state.deals:
                closed = deal.standing is not None
                assert bool(speaker.verdict(self.state, deal)) == closed
                assert bool(speaker.why(self.state, deal)) == closed


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
