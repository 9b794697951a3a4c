"""The Flask application: put together from its parts, closed by default."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from referee.errors import RefereeError
from referee.rules.errors import ChangedError

from . import access, calibration, evening, evidence, pages, past, pin, read, ruling, write
from .keys import Pin
from .network import OwnHosts
from .stream import Broadcast
from .verdicts import day
from .words import LANGUAGES, wanted

if TYPE_CHECKING:
    from referee.service import Table

log = logging.getLogger(__name__)

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(table: Table, test_config: Mapping[str, Any] | None = None) -> Flask:
    """Build the dashboard of one table.

    Args:
        table: the running game; see :class:`referee.service.Table`.
        test_config: Flask settings that replace the defaults. Ours are ``OPEN_TO_NETWORK`` (bool: other
            machines may watch; default no), ``HOSTS`` (Host names beside loopback's, lower case;
            default: this machine's own where the table is open),
            ``SECRET_KEY`` (default: new at each start; pages fetch a new token by themselves) and ``KEEP_IN``
            (the data folder where the PIN's hash is kept; default ``None``: it lasts as long as the program) and
            ``CLIPS`` (the folder with a folder of clips for each game; default ``None``: there are none).
    """
    app = Flask("referee.web")
    app.config.update(
        SECRET_KEY=secrets.token_bytes(32),
        SESSION_COOKIE_NAME="donkey",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        MAX_CONTENT_LENGTH=64 * 1024,
        SEND_FILE_MAX_AGE_DEFAULT=0,  # pages must be right again after an update; files are tiny and local
        OPEN_TO_NETWORK=False,
        HOSTS=frozenset(),
        KEEP_IN=None,
        CLIPS=None,
    )
    app.config.update(test_config or {})
    if app.config["OPEN_TO_NETWORK"] and not app.config["HOSTS"]:
        app.config["HOSTS"] = OwnHosts()
    app.extensions["table"] = table
    app.extensions["broadcast"] = Broadcast(table)
    app.extensions["pin"] = Pin(app.config["KEEP_IN"])
    app.extensions["pin-limits"] = pin.limits()
    app.extensions["seldom"] = access.limits()
    app.before_request(access.guard)
    app.after_request(_add_headers)
    app.context_processor(_for_templates)
    app.add_template_filter(day)
    app.add_template_filter("{:g}".format, "plain_number")
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(RefereeError, _referee_error)
    app.register_error_handler(Exception, _program_error)
    for part in (pages, read, write, ruling, evening, past, pin, evidence, calibration):
        app.register_blueprint(part.blueprint)
    access.check_complete(app)
    return app


def _for_templates() -> dict[str, Any]:
    """Give every template its words, the reader's role and the languages."""
    text = wanted()
    return {"t": text, "role": access.role_of(request), "Role": access.Role, "languages": LANGUAGES}


def _add_headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _wants_json() -> bool:
    return request.path.startswith("/api/")


def _http_error(error: HTTPException) -> Response | tuple[Response | str, int]:
    """Answer an HTTP error in the form its reader can use; never with a path or a trace."""
    if error.response is not None:
        return error  # type: ignore[return-value]  # a redirect: Flask takes the exception as a response
    code = error.code or 500
    if code == 421:  # nothing but a sentence for a page that is not ours; its Host may name no address at all
        return Response(wanted()("error.421"), code, mimetype="text/plain")
    text = wanted()
    key = f"error.{code}" if text.has(f"error.{code}") else "error.other"
    if code == 403 and error.description == "token":
        key = "error.token"
    if _wants_json():
        return jsonify(error=key.removeprefix("error."), message=text(key)), code
    return render_template("error.html", code=code, message=text(key)), code


def _referee_error(error: RefereeError) -> tuple[Response, int]:
    """Answer something the person at the table can put right: the rules said no, in their words."""
    if isinstance(error, ChangedError):
        return jsonify(error="changed", message=wanted()("error.changed")), 409
    return jsonify(error="refused", message=str(error)), 409


def _program_error(error: Exception) -> tuple[Response | str, int]:
    """Answer a mistake in the program: logged for us, said plainly to the reader."""
    log.exception("a page failed", exc_info=error)
    message = wanted()("error.500")
    if _wants_json():
        return jsonify(error="500", message=message), 500
    return render_template("error.html", code=500, message=message), 500
