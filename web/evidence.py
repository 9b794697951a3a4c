"""The evidence of a deal: photo finish, clip and ruling on one page; the deals that wait for a decision on another."""

from __future__ import annotations

import io
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, send_file

from referee.evidence import clipfile

from .access import csrf_token
from .history import deal_in_words
from .verdicts import Snapshot, names_of, shown_name
from .words import Words, wanted

blueprint = Blueprint("evidence", __name__)

FILES = {
    "film.mp4": (clipfile.VIEWING, "video/mp4"),
    "camera.mov": (clipfile.PACKETS, "video/quicktime"),
    "photo-finish.png": (clipfile.POSTER, "image/png"),
    "strips.png": (clipfile.STRIPS, "image/png"),
    "tiles.jpg": (clipfile.TILES, "image/jpeg"),
}
"""What may be fetched of a clip; nothing else of its folder is served."""

WRITING_S = 60.0
"""So long after its verdict a clip that is not there yet is on its way, seconds: people answer, then it is written."""


@blueprint.get("/review")
def review() -> str:
    """Show the deals that wait for a decision, oldest first."""
    words = wanted()
    snapshot = _table().snapshot(words.language)
    waiting = [found for found in snapshot["history"] if found["deal"] in _pending(snapshot)]
    return render_template(
        "review.html",
        deals=[deal_in_words(found, snapshot, words) for found in waiting],
        waits=_table().state.house.wait_for_ruling,
        token=csrf_token(),
    )


@blueprint.get("/deal/<int:number>")
def deal(number: int) -> str:
    """Show one deal with its evidence."""
    words = wanted()
    content = _content(number, words)
    return render_template("deal.html", evidence=content, deal=content["deal"], token=csrf_token())


@blueprint.get("/api/deal/<int:number>")
def about(number: int) -> Response:
    """Give the same as JSON: pages ask whether the clip has come."""
    return jsonify(_content(number, wanted()))


@blueprint.get("/deal/<int:number>/<part>")
def file(number: int, part: str) -> Response:
    """Give one file of a deal's clip, or the range of it that is asked for."""
    if part not in FILES:
        abort(404)
    ending, kind = FILES[part]
    folder, name = _clip(_verdict(_table().snapshot(), number))
    path = None if folder is None else folder / f"{name}{ending}"
    if path is None or not path.is_file():
        abort(404)
    response = send_file(path, mimetype=kind, conditional=True, etag=True)
    # The film of a verdict never changes, but it may be forgotten: browsers ask each time.
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blueprint.get("/deal/<int:number>/evidence.zip")
def bundle(number: int) -> Response:
    """Give the evidence as one file that anybody can check with ``referee verify``."""
    from referee.evidence.bundle import ChangedClipError  # noqa: PLC0415 - seldom wanted
    from referee.evidence.bundle import bundle as bundled  # noqa: PLC0415 - the same
    from referee.record.export import deal_exported  # noqa: PLC0415 - the same

    snapshot = _table().snapshot()
    folder, name = _clip(_verdict(snapshot, number))
    if folder is None or not (folder / f"{name}{clipfile.SHEET}").is_file():
        abort(404)
    measurement = next(one.measurement for one in _table().state.deals if one.number == number)
    try:
        data = bundled(folder, name, deal_exported(snapshot, number), measurement)
    except ChangedClipError:
        return Response(wanted()("clip.changed"), 409, mimetype="text/plain")
    called = f"{snapshot['game']['id']}-{name}.zip"
    return send_file(io.BytesIO(data), mimetype="application/zip", as_attachment=True, download_name=called)


def _table() -> Any:  # noqa: ANN401 - a Table, or a stand-in of the tests
    return current_app.extensions["table"]


def _pending(snapshot: Snapshot) -> set[int]:
    return {*snapshot["calls"], *snapshot["disputes"]}


def _verdict(snapshot: Snapshot, number: int) -> Mapping[str, Any]:
    found = next((one for one in snapshot["history"] if one["deal"] == number), None)
    if found is None:
        abort(404)
    return found


def _clip(found: Mapping[str, Any]) -> tuple[Path | None, str]:
    """The folder and name of a verdict's clip; no folder where clips are not kept or the name is none of ours."""
    root, name = current_app.config["CLIPS"], found["clip"] or ""
    if root is None or not clipfile.NAME.fullmatch(name):
        return None, ""
    return Path(root) / str(_table().game), name


def _content(number: int, words: Words) -> dict[str, Any]:
    """All that the page of a deal shows."""
    snapshot = _table().snapshot(words.language)
    found = _verdict(snapshot, number)
    folder, name = _clip(found)
    sheet = None
    if folder is not None:
        try:
            sheet = clipfile.read_sheet(folder / f"{name}{clipfile.SHEET}")
        except clipfile.ClipError:
            sheet = None
    young = found["wall_s"] is not None and 0 <= time.time() - found["wall_s"] < WRITING_S
    return {
        "deal": deal_in_words(found, snapshot, words),
        "players": [
            {"seat": player["seat"], "name": names_of(snapshot)[player["seat"]]}
            for player in snapshot["players"]
        ],
        "clip": "ready" if sheet else "writing" if folder is not None and young else "gone",
        "film_starts_s": sheet["view_starts_s"] if sheet else None,
        "finish": _finish(sheet, words) if sheet else None,
    }


def _finish(sheet: Mapping[str, Any], words: Words) -> dict[str, Any] | None:
    """The photo finish with what is written beside it."""
    finish = sheet.get("finish")
    if finish is None:
        return None
    touched = [lane["contact"] for lane in finish["lanes"] if lane["contact"] is not None]
    zero_s = touched[0]["time_s"] if touched else finish["start_s"]
    return {
        **finish,
        "zero_s": zero_s,
        "lanes": [
            {
                **lane,
                "name": shown_name(sheet["names"].get(str(lane["seat"]), "")),
                "text": _lane_text(lane["contact"], zero_s, words),
            }
            for lane in finish["lanes"]
        ],
        "told": _told(finish["tie_gap_s"], touched, words),
    }


def _lane_text(contact: Mapping[str, Any] | None, zero_s: float, words: Words) -> str:
    if contact is None:
        return words("finish.none")
    give = _tenths((contact["high_s"] - contact["low_s"]) / 2)
    if contact["time_s"] == zero_s:
        return words("finish.signal", give=give)
    return words("finish.after", ms=_tenths(contact["time_s"] - zero_s), give=give)


def _told(tie_gap_s: float | None, touched: list[Mapping[str, Any]], words: Words) -> str:
    """Say how far the last two are apart and whether that is a tie."""
    if tie_gap_s is None or len(touched) < 2:
        return ""
    gap_s = touched[-1]["time_s"] - touched[-2]["time_s"]
    told = "finish.tie" if gap_s <= tie_gap_s else "finish.no-tie"
    return words(told, gap=_tenths(gap_s), limit=_tenths(tie_gap_s))


def _tenths(seconds: float) -> str:
    """Milliseconds with one digit behind the point: the photo finish is where close ones are looked at."""
    return f"{seconds * 1000:.1f}"
