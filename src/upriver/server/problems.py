"""What HTTP answers when it cannot do what was asked: always `{code, message, details}` (docs/http.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

import structlog
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from upriver.pad import PadError
from upriver.rules import IllegalActionError, UpriverError
from upriver.store.store import ConflictError, UnavailableError
from upriver.table.errors import RefusedError

HttpCode = Literal[
    "bad-json",
    "bad-fields",
    "cross-site",
    "internal",
    "league-full",
    "link-expired",
    "no-game",
    "no-kernel",
    "no-league",
    "no-link",
    "no-method",
    "no-pad",
    "no-person",
    "no-table",
    "not-found",
    "not-json",
    "pad-full",
    "pad-id",
    "pad-keeper",
    "pad-name-taken",
    "pad-no-name",
    "pad-order",
    "pad-read-only",
    "pad-taken",
    "pad-writer",
    "review-failed",
    "still-playing",
    "too-large",
    "too-many-leagues",
    "too-many-pads",
    "too-many-requests",
    "too-many-tables",
    "unavailable",
]
HTTP_CODES: tuple[HttpCode, ...] = get_args(HttpCode)
Detail: TypeAlias = str | float | bool | list[str | int] | None

_BY_STATUS: dict[int, HttpCode] = {
    400: "bad-json",
    404: "not-found",
    405: "no-method",
    413: "too-large",
    415: "not-json",
    422: "bad-fields",
    429: "too-many-requests",
}
MISTYPED = frozenset({
    "bad-name", "bad-option", "bad-rules", "bad-contribution", "no-such-level", "pad-cell", "pad-value", "pad-empty"
})  # fmt: skip
"""Codes of a table or a pad that say that a value could never be right; the others depend on how it stands."""
LONGEST_MESSAGE = 500
RETRY_AFTER_OUTAGE = 5
"""Seconds after which to ask again while the database is gone."""

_log = structlog.get_logger("upriver.http")


class Problem(Struct, frozen=True):
    """Why a request was not done: a stable code, the reason in English, and the values in it by name."""

    code: str
    message: str
    details: dict[str, Detail]


class ApiError(UpriverError):
    """An answer that is a `Problem`.

    Args:
        status: the HTTP status.
        code: one of `HTTP_CODES`.
        message: the reason in English; it quotes what was asked and says what would be right.
        details: the values in the message by name.
        retry_after: seconds after which it may work.
    """

    def __init__(
        self,
        status: int,
        code: HttpCode,
        message: str,
        details: Mapping[str, Detail] | None = None,
        *,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(code, message, dict(details or {}))
        self.headers = {} if retry_after is None else {"Retry-After": str(retry_after)}


def problem_of(error: Exception, method: str, path: str) -> ApiError | tuple[int, Problem]:
    """The answer to an error; what nobody foresaw becomes a 500 that says nothing of it."""
    match error:
        case ApiError():
            return error
        case UnavailableError():
            message = "the server cannot reach its database now; nothing was stored, try again in a moment"
            return ApiError(503, "unavailable", message, retry_after=RETRY_AFTER_OUTAGE)
        case ConflictError():
            message = "somebody else was faster; nothing was stored, try again"
            return ApiError(503, "unavailable", message, retry_after=1)
        case RefusedError() | IllegalActionError():
            status = 422 if error.code in MISTYPED else 409
            return status, Problem(error.code, str(error), _plain(error.details))
        case PadError():
            status = 422 if error.code in MISTYPED else 409
            return status, Problem(error.code, str(error)[:LONGEST_MESSAGE], {"cell": error.cell[:80]})
        case ValidationException():
            return _validation(error)
        case RecursionError() if "deserializing" in str(error):
            return ApiError(400, "bad-json", "JSON is nested too deeply")
        case HTTPException() if error.status_code in _BY_STATUS:
            return ApiError(error.status_code, _BY_STATUS[error.status_code], _said(error, method, path))
    _log.error("request failed", method=method, exc_info=error)
    return ApiError(500, "internal", "something went wrong here, and the log of the server says what")


def answer(request: Request[object, object, State], error: Exception) -> Response[Problem]:
    """Litestar's handler for every error."""
    found = problem_of(error, request.method, request.scope["path"])
    if isinstance(found, ApiError):
        return Response(found.problem, status_code=found.status, headers=found.headers)
    return Response(found[1], status_code=found[0])


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """What an operation can answer besides success, for its description: these, and what every operation can."""
    texts = {
        400: "Not readable",
        401: "Nobody known",
        403: "Not allowed",
        404: "Not there",
        409: "Refused as things stand",
        410: "Expired",
        413: "Too large",
        415: "Not sent as JSON",
        422: "Wrong values",
        429: "Too many requests",
        501: "Not possible on this server",
        503: "The database is gone for a while",
    }
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=texts[status])
        for status in sorted({*statuses, 400, 422, 429, 503})
    }


def _validation(error: ValidationException) -> ApiError:
    told: list[str | int] = []
    for item in error.extra if isinstance(error.extra, list) else []:
        key, message = str(item.get("key", "")), str(item.get("message", ""))
        if (key, message) == ("data", "'data'"):
            told.append("the request needs a JSON object as its body")
        else:
            told.append(message if key in ("", "data") else f"{key}: {message}")
    return ApiError(422, "bad-fields", "; ".join(map(str, told)) or error.detail, {"problems": told})


def _said(error: HTTPException, method: str, path: str) -> str:
    match error.status_code:
        case 404:
            return f"{path[:200]!r} is not here; /api/schema describes what is"
        case 405:
            return f"{method} cannot be done with {path[:200]!r}; /api/schema describes what can"
        case 413:
            return "the body is too large"
    return error.detail


def _plain(details: Mapping[str, object]) -> dict[str, Detail]:
    return {name: _plain_value(value) for name, value in details.items()}


def _plain_value(value: object) -> Detail:
    match value:
        case str() | int() | float() | None:
            return value
        case tuple() | list() | frozenset():
            return [item if isinstance(item, int) else str(item) for item in value]
    return str(value)
