"""Reviews of finished games: made one at a time in a process of their own, with progress, and kept."""

from __future__ import annotations

import asyncio
import gzip
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
import structlog
from litestar import Request, Response, get
from litestar.datastructures import CacheControlHeader, State
from litestar.openapi.datastructures import ResponseSpec

from upriver.bots.kernel import is_built
from upriver.rules import UpriverError
from upriver.rules.record import dump
from upriver.server import metrics
from upriver.server.games import Id, find, no_cards, packed
from upriver.server.house_rules import Lang, words_for
from upriver.server.limits import Limits
from upriver.server.problems import ApiError, problems
from upriver.server.review_wire import FORM, KeptReview, ReviewAnswer, brief_of
from upriver.server.rows import entries_of, played
from upriver.store.store import Result, Store
from upriver.table.transcript import record_of

LOG = structlog.get_logger("upriver.reviews")

COMMAND = (sys.executable, "-m", "upriver.server.reviewing")
"""What makes a review."""
LONGEST = 2**26
"""Bytes of a review at most, before it is compressed."""


class ReviewError(UpriverError):
    """The process that should make a review has ended without one."""


@dataclass(slots=True)
class _Job:
    """A review that is asked for and not there yet."""

    result: Result
    part: float = 0.0
    has_begun: bool = False
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Reviews:
    """Makes reviews that are asked for, in the order in which they were, and keeps them.

    Args:
        store: where games and reviews are.
        limits: how many may wait.
    """

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits
        self._jobs: dict[str, _Job] = {}
        self._failed: set[str] = set()
        self._one = asyncio.Lock()
        self._is_stopping = False

    async def stop(self) -> None:
        """Drop what is not finished; whoever asks again begins it anew."""
        self._is_stopping = True
        tasks = [job.task for job in self._jobs.values() if job.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def of(self, result: Result) -> KeptReview | ReviewAnswer:
        """The review of a finished game, or how far it is; the first who asks begins it.

        Raises:
            ApiError: it cannot be made here, it has just failed, or too many wait.
        """
        game = result.game
        body = await self._store.review(game, FORM)
        if body is not None:
            return await asyncio.to_thread(_unpack, body)
        if game in self._failed:
            self._failed.discard(game)
            raise ApiError(500, "review-failed", "the review could not be made; the log of the server says why")
        job = self._jobs.get(game) or self._begin(result)
        ahead = list(self._jobs).index(game)
        return ReviewAnswer("working" if job.has_begun else "waiting", job.part, ahead, None)

    def _begin(self, result: Result) -> _Job:
        if not is_built():
            message = "reviews need the compiled kernel, which this server was installed without"
            raise ApiError(501, "no-kernel", message)
        if self._is_stopping or len(self._jobs) >= self._limits.reviews:
            message = f"{len(self._jobs)} reviews wait already; try again in a while"
            raise ApiError(503, "unavailable", message, retry_after=30)
        job = self._jobs[result.game] = _Job(result)
        job.task = asyncio.create_task(self._do(job), name=f"review {result.game}")
        return job

    async def _do(self, job: _Job) -> None:
        game = job.result.game
        try:
            async with self._one:
                job.has_begun = True
                body, brief = await self._make(job)
                await self._store.keep_review(game, FORM, body, brief)
        except Exception:
            LOG.exception("review failed", game=game)
            metrics.FAULTS.labels("review").inc()
            self._failed.add(game)
        finally:
            del self._jobs[game]

    async def _make(self, job: _Job) -> tuple[bytes, bytes]:
        result = job.result
        entries = record_of(entries_of(await self._store.read(result.table)), result.first)
        bots = [str(seat) for seat, person in enumerate(played(result).people) if person is None]
        process = await asyncio.create_subprocess_exec(*COMMAND, *bots, stdin=PIPE, stdout=PIPE, limit=LONGEST)
        try:
            return await _hear(process, dump(entries).encode(), job)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _unpack(body: bytes) -> KeptReview:
    return msgspec.json.decode(gzip.decompress(body), type=KeptReview)


async def _hear(process: Process, record: bytes, job: _Job) -> tuple[bytes, bytes]:
    """Give the process its record, note its progress, and take what is to be kept: the review and its brief."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(ConnectionError):  # then it has ended, and says nothing
        process.stdin.write(record)
        await process.stdin.drain()
    process.stdin.close()
    async for line in process.stdout:
        if line.startswith(b"{"):
            brief = msgspec.json.encode(brief_of(msgspec.json.decode(line, type=KeptReview)))
            return await asyncio.to_thread(gzip.compress, line, mtime=0), brief
        job.part = float(line)
    raise ReviewError(f"the process that reviews ended with status {await process.wait()}")


def _pack(answer: ReviewAnswer) -> bytes:
    return gzip.compress(msgspec.json.encode(answer), mtime=0)


async def _found(request: Request[Any, Any, State], game: str) -> KeptReview | ReviewAnswer:
    state = request.app.state
    result = await find(state.store, game)
    if played(result).kind == "pad":
        raise no_cards(game)
    reviews: Reviews = state.reviews
    return await reviews.of(result)


@get(
    "/api/games/{game:str}/review",
    tags=["games"],
    responses={
        200: ResponseSpec(ReviewAnswer, generate_examples=False, description="The review, or how far it is"),
        **problems(404, 501),
    },
)
async def review(request: Request[Any, Any, State], game: Id, lang: Lang = None) -> Response[bytes]:
    """What each bid and card of one past game was worth. Whoever asks first begins it: ask again until it is done."""
    found = await _found(request, game)
    if isinstance(found, KeptReview):
        found = ReviewAnswer("done", 1.0, 0, found.reviews[words_for(request, lang).lang])
    return packed(request, await asyncio.to_thread(_pack, found))


@get(
    "/api/games/{game:str}/review/picture",
    tags=["games"],
    media_type="image/svg+xml",
    cache_control=CacheControlHeader(private=True, max_age=3600),
    responses={
        200: ResponseSpec(str, generate_examples=False, media_type="image/svg+xml", description="The picture"),
        **problems(404, 501),
    },
)
async def picture(request: Request[Any, Any, State], game: Id, lang: Lang = None) -> Response[str]:
    """A review as a picture to share: the chances of winning, and where the points came from."""
    found = await _found(request, game)
    if isinstance(found, ReviewAnswer):
        message = "this review is still being made; ask for it until it is done, then for its picture"
        raise ApiError(503, "unavailable", message, retry_after=5)
    headers = {"Content-Disposition": f'inline; filename="upriver-{game}.svg"', "Vary": "Accept-Language"}
    return Response(found.pictures[words_for(request, lang).lang], media_type="image/svg+xml", headers=headers)


review_routes = (review, picture)
