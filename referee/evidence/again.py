"""Measure a stored clip again: the same stopwatch, told the same, over the same frames, gives the same verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import av

from referee.errors import RefereeError
from referee.evidence.clipfile import ClipError
from referee.film import MAX_PIXELS, Frame, Image
from referee.judge import Judgement
from referee.live.decoder import image_of
from referee.live.evidence import Measuring, weigh
from referee.live.eyes import Eyes, box_of
from referee.live.packets import MICROSECONDS
from referee.live.protocols import Vision
from referee.observation import Instant, SeatView, Touch
from referee.record.entry import to_json
from referee.rules.house import House
from referee.rules.plain import from_plain, to_plain
from referee.rules.ranking import judge_deal
from referee.rules.verdict import Outcome
from referee.vision.trace import SeatTrace

Progress = Callable[[int, int], None]
"""Called with the number of frames done and of all frames (0 when unknown)."""

MOST_SEATS = 64
"""More than any table has, onlookers included, and more than any computer has stopwatches."""
LATEST_S = 1e12
"""No camera's clock and no setting says more, seconds."""
LARGEST_PX = 16384.0
"""No face is farther out in any picture, pixels ..."""
LARGEST_FACE_PX = 2048.0
"""... nor is it larger: it would take all memory."""


@dataclass(frozen=True, slots=True)
class Again:
    """A clip measured again.

    Attributes:
        judgement: what was seen, with times on the file's clock, and the verdict.
        outcome: the verdict, with times on the camera's clock; ``None`` when the frames come to none.
        traces: where each nose was and how each finger came near, on the camera's clock.
        names: the players' names by seat.
        record: ``game``, ``deal``; ``starts_s``: the file's first packet on the camera's clock, seconds; ``whole``:
            the clip holds all that was measured; ``same``: everything is as in the record, to the last digit;
            ``differs``: what is not, in words.
    """

    judgement: Judgement
    outcome: Outcome | None
    traces: tuple[SeatTrace, ...]
    names: Mapping[int, str]
    record: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The content of ``referee judge --json``, with the clip's place in the record."""
        return {**self.judgement.to_dict(), "record": dict(self.record)}


def measure_again(
    film: Path,
    sheet: Mapping[str, Any],
    vision: type[Vision] = Eyes,
    progress: Progress | None = None,
) -> Again:
    """Measure a clip again.

    Args:
        film: the camera's packets.
        sheet: what lies beside them.
        vision: makes the stopwatch.
        progress: told how far it is.

    Raises:
        ClipError: the sheet lacks what is needed, or the film cannot be read.
    """
    try:
        starts_us = int(sheet["file_starts_us"])
        measurement: Mapping[str, Any] = sheet["measurement"]
        how: Measuring = from_plain(Measuring, measurement["measuring"])
        house = House.from_dict(measurement["settings"])
        names = {int(seat): str(name) for seat, name in sheet["names"].items()}
        record = {"game": str(sheet["game"]), "deal": int(sheet["deal"]), "whole": bool(sheet["whole"])}
        to_json(sheet)  # no number is none
        _refuse_the_impossible(how, starts_us)
    except (
        KeyError,
        TypeError,
        ValueError,
        OverflowError,
        RecursionError,
        AttributeError,
        RefereeError,
    ) as error:
        raise ClipError(
            f"The sheet beside {film.name} lacks what is needed to measure it again ({error}); "
            "say --seats 4 to judge it like any film."
        ) from error
    eyes = vision()
    try:
        times, found, traces = _measure(film, starts_us, how, eyes, progress)
    finally:
        if isinstance(eyes, Eyes):
            eyes.close()
    if not times:
        raise ClipError(f"{film.name} shows nothing of what was measured: it is another film, or damaged.")
    views, outcome = weigh(found, how, house, judge_deal)
    starts_s = starts_us / MICROSECONDS
    judgement = Judgement(
        clip=film.name,
        frames=len(times),
        duration_s=times[-1] - times[0],
        partial=False,
        boxes=tuple(box_of(glance) for glance in how.measure.seats if glance.face_box is not None),
        seats=tuple(glance.seat for glance in how.measure.seats if glance.face_box is not None),
        views=tuple(_moved(view, -starts_s) for view in views),
        outcomes=() if outcome is None else (outcome,),
    )
    differs = _differences(views, outcome, measurement, sheet.get("outcome"))
    record |= {"starts_s": starts_s, "same": not differs, "differs": differs}
    return Again(judgement, outcome, traces, names, record)


def frames_of(film: Path, starts_us: int) -> Iterator[tuple[float, Image]]:
    """The pictures of a clip with their times on the camera's clock, seconds, to the microsecond as captured.

    Raises:
        ClipError: it cannot be read.
    """
    try:
        # Clips are QuickTime: in a form that names other files or addresses, others could have something opened here.
        with av.open(f"file:{film}", format="mov") as container:
            stream = container.streams.video[0]
            if stream.codec_context is None or _pixels(stream.codec_context) > MAX_PIXELS:
                raise ClipError(f"{film.name} holds no pictures that can be decoded.")
            stream.codec_context.thread_count = 1
            for packet in container.demux(stream):
                try:
                    pictures = packet.decode()
                except av.FFmpegError:
                    continue  # as at the table: a damaged packet gives nothing
                for picture in pictures:
                    if picture.pts is not None and picture.time_base is not None:
                        time_us = round(picture.pts * picture.time_base * MICROSECONDS) + starts_us
                        yield time_us / MICROSECONDS, image_of(picture)
    except (av.FFmpegError, OSError, IndexError, ValueError) as error:
        raise ClipError(f"{film.name} cannot be read as a film.") from error


def _pixels(codec: Any) -> int:  # noqa: ANN401 - PyAV's
    return int(codec.width * codec.height)


def _refuse_the_impossible(how: Measuring, starts_us: int) -> None:
    """Refuse what no table ever measured; whoever makes up a sheet must not keep the computer busy for ever.

    Raises:
        ValueError: a number is out of all reason.
    """
    boxes = [glance.face_box for glance in how.measure.seats if glance.face_box is not None]
    if not 1 <= how.shares <= MOST_SEATS or len(how.measure.seats) > MOST_SEATS:
        raise ValueError("a number of seats or stopwatches that no table has")
    if abs(starts_us) > LATEST_S * MICROSECONDS or any(abs(n) > LATEST_S for n in _numbers(to_plain(how))):
        raise ValueError("a number that is too large")
    if any(len(box) != 4 or max(map(abs, box)) > LARGEST_PX for box in boxes):
        raise ValueError("a face outside any picture")
    if any(max(x1 - x0, y1 - y0) > LARGEST_FACE_PX or x1 <= x0 or y1 <= y0 for x0, y0, x1, y1 in boxes):
        raise ValueError("a face of a size that none has")


def _numbers(plain: object) -> Iterator[float]:
    """All numbers in what JSON can hold."""
    if isinstance(plain, int | float):
        yield plain
    elif isinstance(plain, dict | list):
        inner: Iterable[object] = plain.values() if isinstance(plain, dict) else plain
        for one in inner:
            yield from _numbers(one)


def _measure(
    film: Path, starts_us: int, how: Measuring, eyes: Vision, progress: Progress | None
) -> tuple[list[float], list[SeatView], tuple[SeatTrace, ...]]:
    """Let the stopwatches see every frame that was measured: the frames' times, what was seen, and where."""
    seats = how.measure.seats
    shares = [seats[number :: how.shares] for number in range(how.shares)]
    stopwatches = [eyes.stopwatch(replace(how.measure, seats=share)) for share in shares if share]
    times: list[float] = []
    for time_s, image in frames_of(film, starts_us):
        if (how.measure.next_s(times[-1]) if times else how.start_s) <= time_s <= how.frames_end_s:
            for stopwatch in stopwatches:
                stopwatch.add(Frame(len(times), time_s, image))
            times.append(time_s)
            if progress:
                progress(len(times), 0)
    if not times:
        return [], [], ()
    views = [view for one in stopwatches for view in one.views(last=how.last)]
    traces = tuple(trace for one in stopwatches for trace in one.traces())
    return times, sorted(views, key=lambda view: view.seat), traces


def _differences(
    views: tuple[SeatView, ...], outcome: Outcome | None, measurement: Mapping[str, Any], known: object
) -> list[str]:
    """What is not as the record has it, in words; empty when all is the same to the last digit."""
    differs = []
    verdict = to_plain(outcome)
    if to_json(verdict) != to_json(known):
        said = [
            f"{one.get('verdict')} ({one.get('reason')})" if isinstance(one, dict) else "none"
            for one in (verdict, known)
        ]
        differs.append(
            f"the verdict: {said[0]}, and the record has {said[1]}"
            if said[0] != said[1]
            else "numbers of the verdict"
        )
    if to_json(to_plain(views)) != to_json(measurement.get("views")):
        apart_ms = _apart_ms(views, measurement.get("views"))
        differs.append("what was seen" if apart_ms is None else f"instants, by {apart_ms:.3f} ms at most")
    return differs


def _apart_ms(views: tuple[SeatView, ...], known: object) -> float | None:
    """The largest difference between two contacts, milliseconds; ``None`` when there are others or as many not."""
    try:
        before: tuple[SeatView, ...] = from_plain(tuple[SeatView, ...], known)
    except RefereeError:
        return None
    ours, theirs = ([t.contact for v in some for t in v.touches if t.contact] for some in (views, before))
    if len(ours) != len(theirs) or not ours:
        return None
    return max(1000 * abs(a.time_s - b.time_s) for a, b in zip(ours, theirs, strict=True))


def _moved(view: SeatView, by_s: float) -> SeatView:
    """A view on another clock."""
    return replace(
        view,
        touches=tuple(_moved_touch(touch, by_s) for touch in view.touches),
        unseen=tuple(
            replace(span, start_s=span.start_s + by_s, end_s=span.end_s + by_s) for span in view.unseen
        ),
        near=tuple(replace(span, start_s=span.start_s + by_s, end_s=span.end_s + by_s) for span in view.near),
    )


def _moved_touch(touch: Touch, by_s: float) -> Touch:
    contact: Instant | None = touch.contact
    if contact is not None:
        contact = replace(
            contact,
            time_s=contact.time_s + by_s,
            low_s=contact.low_s + by_s,
            high_s=contact.high_s + by_s,
        )
    release_s = None if touch.release_s is None else touch.release_s + by_s
    return replace(touch, contact=contact, release_s=release_s)
