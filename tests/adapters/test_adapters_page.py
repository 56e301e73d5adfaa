"""What docs/adapters.md says in its table is how an observation is laid out."""

from __future__ import annotations

import pytest

from tests.docs.pages import Page
from upriver.adapters.pettingzoo import parts


@pytest.mark.parametrize("players", range(3, 8))
def test_the_page_lays_an_observation_out_as_it_is(players: int) -> None:
    ((_, *rows),) = Page.read("docs/adapters.md").tables()
    written = []
    for name, numbers, _ in rows:
        count, _, is_each = numbers.partition(" ")
        written.append((name, int(count) * (players if is_each else 1)))
    assert written == [(name, place.stop - place.start) for name, place in parts(players).items()]
