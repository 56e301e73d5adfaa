"""A finished pad among the past games."""

from __future__ import annotations

import pytest

from tests.server.padding import ADDA, BRENTA, PadClient, Plain, begun, played, taken_back, written
from tests.server.visiting import Visit, problem
from upriver.pad import dump, load

pytestmark = pytest.mark.timeout(60)


async def test_a_finished_pad_is_a_past_game_of_those_it_concerns(
    guest: Visit, adda: PadClient, brenta: PadClient
) -> None:
    async def games(of: PadClient) -> list[Plain]:
        return list((await of.http.get("/api/games", headers=of.headers)).json()["games"])

    ledger = played(begun(ADDA, BRENTA), 1)
    await adda.upload(ledger)
    assert await games(adda) == []
    over = played(ledger, 2)
    await adda.upload(over)
    (game,) = await games(adda)
    assert (game["kind"], game["id"]) == ("pad", f"pad-{adda.pad}")
    assert game["rules"] == "players=2 sizes=2,1 limit=hook limit_from=1 trump=turned scoring=standard"
    assert [(one["name"], one["place"], one["is_you"]) for one in game["players"]] == [
        (ADDA, 1, False),
        (BRENTA, 2, False),
    ]
    assert await games(brenta) == []
    await brenta.ask("PUT", "/me", {"person": "p2"})
    (shown,) = await games(brenta)
    assert [one["is_you"] for one in shown["players"]] == [False, True]
    assert (await guest.ask("GET", f"/api/games/{game['id']}")).json()["players"] == game["players"]
    text = (await guest.ask("GET", f"/api/games/{game['id']}/record")).text
    assert load(text).cells == over.cells
    assert dump(load(text).entries) == text
    for path in ("/moments", "/record?form=notation"):
        problem(await guest.ask("GET", f"/api/games/{game['id']}{path}"), 404, "no-game")


async def test_a_past_game_changes_with_the_pad_and_goes_with_it(guest: Visit, adda: PadClient) -> None:
    path = f"/api/games/pad-{adda.pad}"

    async def places() -> list[int]:
        return [one["place"] for one in (await guest.ask("GET", path)).json()["players"]]

    await adda.upload(played(begun(ADDA, BRENTA), 1, 2))
    assert await places() == [1, 2]
    ties = {"h1.bid.p1": 0, "h1.bid.p2": 2, "h1.taken.p1": 0, "h1.taken.p2": 2, "h2.bid.p2": 0, "h2.taken.p2": 0}
    ties |= {"h2.bid.p1": 1, "h2.taken.p1": 1, "p1.start": 1}
    now = load("".join(["", (await guest.ask("GET", f"{path}/record")).text])).cells
    await adda.write(written(ties, {cell: now.get(cell) for cell in ties}))
    totals = [one["total"] for one in (await guest.ask("GET", path)).json()["players"]]
    assert await places() == [1 + (totals[0] < totals[1]), 1 + (totals[1] < totals[0])]
    await adda.write(taken_back(6))
    assert await places() == [1, 2]
    await adda.write(taken_back(5))
    problem(await guest.ask("GET", path), 404, "no-game")
    assert (await adda.http.get("/api/games", headers=adda.headers)).json()["games"] == []
    await adda.write(taken_back(8))
    assert await places() == [1, 2]
    await adda.ask("DELETE")
    problem(await guest.ask("GET", path), 404, "no-game")
