"""Frozen dataclasses to what JSON can hold, and back with every type checked."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from typing import Any

from referee.rules.errors import BadRecordError, BadSettingError

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
"""What JSON can hold."""


def to_plain(value: Any) -> Json:  # noqa: ANN401 - any value that the rules use
    """Turn dataclasses into dicts, tuples into lists and enums into their strings, all the way down."""
    if is_dataclass(value):
        return {found.name: to_plain(getattr(value, found.name)) for found in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, StrEnum):
        return value.value
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"{type(value).__name__} cannot be written down")


def from_plain(kind: Any, data: Any) -> Any:  # noqa: ANN401, PLR0911 - the type is a value; one return for each kind of type
    """Build a value of the type ``kind`` from what :func:`to_plain` made of one.

    Fields that are missing have their defaults.

    Args:
        kind: a dataclass, a ``StrEnum``, ``tuple[X, ...]``, ``X | None``, ``Mapping`` or a plain type.
        data: what JSON gave.

    Raises:
        BadRecordError: when the data do not fit.
    """
    origin = typing.get_origin(kind)
    if origin is types.UnionType:
        inner = next(option for option in typing.get_args(kind) if option is not type(None))
        return None if data is None else from_plain(inner, data)
    if origin is tuple:
        return tuple(from_plain(typing.get_args(kind)[0], item) for item in _expect(list, data))
    if origin is Mapping:
        return _expect(dict, data)
    if is_dataclass(kind):
        return _dataclass_from(kind, _expect(dict, data))
    if issubclass(kind, StrEnum):
        return _enum_from(kind, data)
    if kind is float:
        try:
            return float(_expect((int, float), data))
        except OverflowError as error:
            raise BadRecordError("A number is too large: the record is damaged.") from error
    return _expect(kind, data)


def _dataclass_from(kind: Any, data: dict[str, Any]) -> Any:  # noqa: ANN401 - see from_plain
    hints = typing.get_type_hints(kind)
    strangers = sorted(set(data) - set(hints))
    if strangers:
        raise BadRecordError(
            f"{kind.__name__} has no {', '.join(strangers)}: the record is damaged, or from a newer program."
        )
    missing = [
        found.name
        for found in fields(kind)
        if found.name not in data and found.default is MISSING and found.default_factory is MISSING
    ]
    if missing:
        raise BadRecordError(f"{kind.__name__} lacks {', '.join(missing)}: the record is damaged.")
    try:
        return kind(**{name: from_plain(hints[name], value) for name, value in data.items()})
    except BadSettingError as error:
        raise BadRecordError(f"The record holds a setting that is not allowed: {error}") from error


def _enum_from(kind: type[StrEnum], data: object) -> StrEnum:
    try:
        return kind(_expect(str, data))
    except ValueError as error:
        raise BadRecordError(
            f"{data!r} is no {kind.__name__}: the record is damaged, or from a newer program."
        ) from error


def _expect(kind: Any, data: Any) -> Any:  # noqa: ANN401 - see from_plain
    if (isinstance(data, bool) and kind is not bool) or not isinstance(data, kind):
        raise BadRecordError(f"Expected {kind} and found {data!r}: the record is damaged.")
    return data
