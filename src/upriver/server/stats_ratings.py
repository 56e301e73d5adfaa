"""`RatingBook`: everybody's rating, from all finished games in the order of their end, and kept up with new ones."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

from upriver.server.stats_kept import PAGE, finished
from upriver.stats import Finished, Rating, Ratings, is_rated
from upriver.store.store import Store

SLACK = 120.0
"""Seconds that a game may come late: processes have clocks of their own, and take their time to store."""


class RatingBook:
    """The ratings of one process.

    Args:
        store: where the finished games are.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._begin()

    async def of(self, person: str) -> Rating:
        """Somebody's rating after all games that are over.

        Raises:
            UnavailableError: the database cannot be reached.
        """
        async with self._lock:
            await self._read_on()
            return self._ratings.of(person)

    def _begin(self) -> None:
        self._ratings = Ratings()
        self._last = (-math.inf, "")
        self._recent: dict[str, float] = {}

    async def _read_on(self) -> None:
        at = (self._last[0] - SLACK, "")
        while True:
            page = await self._store.results_after(*at, PAGE)
            games = [finished(result) for result in page if result.game not in self._recent]
            rated = [game for game in games if is_rated(game)]
            if rated and (rated[0].ended_at, rated[0].game) < self._last:
                # It came after a later one: only from the beginning is the order right.
                self._begin()
                at = self._last
                continue
            if rated:
                # A first look may have thousands of games to take, and the model a third of a second to load.
                await asyncio.to_thread(self._take, rated)
            if len(page) < PAGE:
                return
            at = (page[-1].ended_at, page[-1].game)

    def _take(self, games: Sequence[Finished]) -> None:
        for game in games:
            self._ratings.take(game)
            self._last = (game.ended_at, game.game)
            self._recent[game.game] = game.ended_at
        oldest = self._last[0] - SLACK
        self._recent = {game: at for game, at in self._recent.items() if at >= oldest}
