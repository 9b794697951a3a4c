"""What the rules say to people, in whole sentences; the words are in :mod:`referee.rules.phrases`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.rules import events as on
from referee.rules import state as game
from referee.rules.events import Event
from referee.rules.phrases import LANGUAGES
from referee.rules.preview import Change
from referee.rules.state import Deal, Phase, State
from referee.rules.verdict import Outcome, Reason


class Speaker:
    """Says things in one language.

    Args:
        language: a code of :data:`referee.rules.phrases.LANGUAGES`; any other speaks English.
    """

    def __init__(self, language: str = "en") -> None:
        self._phrases = LANGUAGES.get(language, LANGUAGES["en"])

    def say(self, key: str, **gaps: object) -> str:
        """One phrase with its gaps filled."""
        return self._phrases[key].format(**gaps)

    def join(self, names: Iterable[str]) -> str:
        """Names as a list in words: ``A, B and C``."""
        *others, last = names
        return self.say("and", names=", ".join(others), last=last) if others else last

    def outcome(self, outcome: Outcome, names: Mapping[int, str]) -> str:
        """The verdict of a deal and its reason, where no game is known.

        Args:
            outcome: the verdict.
            names: by seat, the names of all who took part.
        """
        verdict = (
            self.say(outcome.verdict)
            if outcome.seat is None
            else self.say("letter", name=names[outcome.seat])
        )
        return f"{verdict} {self.reason(outcome, names)}"

    def reason(self, outcome: Outcome, names: Mapping[int, str]) -> str:
        """Why an outcome is what it is; arguments as for :meth:`outcome`."""
        order = [names[seat] for seat in outcome.order]
        missing = [name for seat, name in names.items() if seat not in outcome.order]
        return self.say(
            outcome.reason,
            name=None if outcome.seat is None else names[outcome.seat],
            names=self.join(order[-2:]) if order else "",
            other=order[-2] if len(order) > 1 else "",
            gap=self.say("milliseconds", number=round((outcome.gap_s or 0.0) * 1000)),
            initiators=self._all(names[seat] for seat in outcome.initiators),
            unseen=self._all(names[seat] for seat in outcome.unseen),
            missing=self._all(missing),
        )

    def verdict(self, state: State, deal: Deal) -> str:
        """What a deal counts for now; empty while it is open."""
        standing = deal.standing
        if standing is None:
            return ""
        if standing.player is None:
            return self.say(standing.verdict)
        name, word = state.names[standing.player], state.house.word
        count = state.ledger.after[deal.number - 1][standing.player]
        before = state.ledger.at[deal.number - 1][standing.player]
        if count == before:
            # By the letters as they stand now, it landed on somebody who was out already.
            return self.say("letter", name=name)
        key = "letter-out" if count == len(word) else "letter-which"
        return self.say(key, name=name, letter=word[count - 1], word=word)

    def why(self, state: State, deal: Deal) -> str:
        """Why a deal counts for what it does now; empty while it is open."""
        standing = deal.standing
        if standing is None:
            return ""
        if standing.reason is Reason.RULED:
            ruling = deal.rulings[-1]
            ruled = self.say("ruled-by", by=ruling.by) if ruling.by else self.say("ruled")
            return self.say("ruled-why", ruling=ruled, why=ruling.why) if ruling.why else ruled
        names = {deal.chairs.index(player): state.names[player] for player in deal.playing}
        outcome = deal.turned
        if outcome is None or outcome.reason is not standing.reason:
            return self.say(standing.reason)
        return self.reason(outcome, names)

    def next_step(self, state: State) -> str:
        """What the table does next."""
        if state.phase is Phase.OVER:
            return self.say("next-over", winners=self.join(state.names[player] for player in state.winners))
        if state.paused:
            return self.say("next-paused")
        match state.phase:
            case Phase.DRAW:
                return self.say("next-draw")
            case Phase.PLAYING:
                return self.say("next-play")
        return " ".join(self._prepare(state))

    def _prepare(self, state: State) -> Iterable[str]:
        """What is to do before the next deal."""
        last = state.deal
        if last is not None:
            if last.pending:
                yield self.say("next-ruling", deal=last.number)
            if state.provisional and last.initiators:
                yield self.say(
                    "next-quartet", initiators=self.join(state.names[player] for player in last.initiators)
                )
            yield self.say("next-collect")
        before = game.PLAYERS if last is None else len(last.playing)
        now = len(state.survivors)
        if now < before:
            yield self.say("next-take-out", rank=self.say("rank-jacks"))
        elif now > before:
            yield self.say("next-put-back", rank=self.say("rank-jacks"))
        assert state.dealer is not None  # noqa: S101 - asked only once the lot was drawn
        yield self.say("next-deal", dealer=state.names[state.dealer])

    def change(self, change: Change, state: State) -> tuple[str, ...]:
        """What a change is, one sentence each.

        Args:
            change: from :func:`referee.rules.preview.preview`.
            state: before or after it; gives names and word.
        """
        names, word = state.names, state.house.word

        def spelt(count: int) -> str:
            return word[:count] or self.say("no-letters")

        said = [
            self.say("change-letters", player=names[player], before=spelt(before), after=spelt(after))
            for player, before, after in change.letters
        ]
        said += [self.say("change-out", player=names[player]) for player in change.out]
        said += [self.say("change-back", player=names[player]) for player in change.back]
        if change.winners:
            winners = (name for player, name in enumerate(names) if player in change.winners)
            said.append(self.say("change-over", players=self.join(winners)))
        elif change.over is False:
            said.append(self.say("change-not-over"))
        if change.dealer is not None and not change.winners:
            said.append(self.say("change-dealer", player=names[change.dealer]))
        for question in change.questions:
            said += self._question(question, names)
        said += [self.say("change-settled", deal=number) for number in change.settled]
        return tuple(said) or (self.say("change-none"),)

    def _question(self, question: game.Question, names: Sequence[str]) -> Iterable[str]:
        mismatch = question.mismatch
        for key, players in (
            ("change-wrongly-in", mismatch.wrongly_in),
            ("change-wrongly-out", mismatch.wrongly_out),
        ):
            if players:
                yield self.say(
                    key, deal=question.deal, players=self.join(names[player] for player in players)
                )
        if not (mismatch.wrongly_in or mismatch.wrongly_out):
            yield self.say("change-review", deal=question.deal)

    def happened(self, event: Event, names: Sequence[str]) -> str:
        """What an event was, for the log.

        Args:
            event: the event.
            names: by player.
        """
        gaps: dict[str, object] = {}
        for key in ("player", "deal", "seat", "first", "second", "name"):
            value = getattr(event, key, None)
            gaps[key] = names[value] if key == "player" and value is not None else value
        match event:
            case on.GameCreated():
                gaps["names"] = self.join(event.names)
            case on.VerdictGiven():
                gaps["seat"] = event.outcome.seat
        return self.say(_log_key(event), **gaps)

    def _all(self, names: Iterable[str]) -> str:
        found = list(names)
        return self.join(found) if found else ""


def _log_key(event: Event) -> str:
    match event:
        case on.VerdictGiven(outcome=outcome):
            return f"did-verdict-{outcome.verdict}"
        case on.QuartetShown(shown=shown):
            return "did-quartet-yes" if shown else "did-quartet-no"
        case on.Ruled(choice=choice):
            return f"did-ruled-{choice}"
        case on.DealReviewed(keep=keep):
            return "did-review-keep" if keep else "did-review-annul"
        case on.LetterCorrected(change=change):
            return "did-letter-more" if change > 0 else "did-letter-fewer"
    return f"did-{on.kind_of(event)}"


_ENGLISH = Speaker()
outcome, reason = _ENGLISH.outcome, _ENGLISH.reason
verdict, why, next_step = _ENGLISH.verdict, _ENGLISH.why, _ENGLISH.next_step
happened, change = _ENGLISH.happened, _ENGLISH.change
