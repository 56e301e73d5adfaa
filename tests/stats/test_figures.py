"""Each figure against one counted the long way, over games at random."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given

from tests.stats.making import EVENINGS, PEOPLE
from upriver.rules import Row
from upriver.stats import Figures, Finished, Position, Tally, figures, to_csv
from upriver.stats.figures import position


def hands_of(person: str, games: list[Finished]) -> list[dict[str, object]]:
    """Every hand of the person, spelled out cell by cell."""
    found: list[dict[str, object]] = []
    for game in sorted(games, key=lambda game: (game.ended_at, game.game)):
        for seat, somebody in enumerate(game.people):
            for row in game.rows or ():
                bid, taken = row.bids[seat], row.taken[seat]
                if somebody != person or bid is None or taken is None:
                    continue
                after: list[int] = []
                seats = len(row.bids)
                at = row.dealer
                while len(after) < seats:
                    at = at + 1 if at + 1 < seats else 0
                    after.append(at)
                bidders = [each for each in after if row.bids[each] is not None]
                place = bidders.index(seat)
                where = "last" if place == len(bidders) - 1 else "first" if place == 0 else "between"
                off = "made" if bid == taken else "over" if bid > taken else "under"
                found.append({
                    "game": game.game, "size": row.size, "bid": bid, "taken": taken, "position": where,
                    "points": row.points[seat], "off": off,
                })  # fmt: skip
    return found


def tally_of(hands: list[dict[str, object]]) -> Tally:
    outcomes = [hand["off"] for hand in hands]
    sums = [sum(int(str(hand[name])) for hand in hands) for name in ("bid", "taken", "points")]
    return Tally(len(hands), outcomes.count("made"), outcomes.count("over"), outcomes.count("under"), *sums)


def by(name: str, hands: list[dict[str, object]]) -> dict[object, Tally]:
    return {value: tally_of([hand for hand in hands if hand[name] == value]) for value in {h[name] for h in hands}}


@given(EVENINGS)
def test_hands_are_counted_once_each_in_every_way(games: list[Finished]) -> None:
    for person in PEOPLE:
        found, hands = figures(person, games), hands_of(person, games)
        assert found.hands == tally_of(hands)
        assert found.by_size == by("size", hands)
        assert found.by_bid == by("bid", hands)
        assert {str(where): tally for where, tally in found.by_position.items()} == by("position", hands)
        assert found.hands.hands == found.hands.made + found.hands.over + found.hands.under


@given(EVENINGS)
def test_games_and_places_are_those_in_which_the_person_played(games: list[Finished]) -> None:
    for person in PEOPLE:
        found = figures(person, games)
        own = [
            game
            for game in games
            if person in game.people
            and (game.rows is None or any(row.bids[game.people.index(person)] is not None for row in game.rows))
        ]
        ends = [(len(game.people), game.totals[game.people.index(person)], game.totals) for game in own]
        assert found.games == len(own) == sum(found.places.values()) == len(found.trend)
        assert found.pads == len([game for game in own if game.kind == "pad"])
        assert found.wins == sum(total == max(totals) for _, total, totals in ends)
        assert found.shared == sum(total == max(totals) and totals.count(total) > 1 for _, total, totals in ends)
        for (players, place), count in found.places.items():
            assert count == sum(
                seats == players and sum(other > total for other in totals) == place - 1
                for seats, total, totals in ends
            )


@given(EVENINGS)
def test_the_trend_is_the_share_of_bids_made_in_the_last_ten_games(games: list[Finished]) -> None:
    found, hands = figures("ada", games), hands_of("ada", games)
    order = [point.game for point in found.trend]
    assert [point.ended_at for point in found.trend] == sorted(point.ended_at for point in found.trend)
    for at, point in enumerate(found.trend):
        assert point.hands == tally_of([hand for hand in hands if hand["game"] == point.game])
        window = [hand for hand in hands if hand["game"] in order[: at + 1][-10:]]
        share = sum(hand["off"] == "made" for hand in window) / len(window) if window else None
        assert point.lately == (None if share is None else pytest.approx(share))


@given(EVENINGS)
def test_everybody_met_is_counted_by_seat(games: list[Finished]) -> None:
    counted: dict[object, list[int]] = {}
    for game in games:
        seat = game.seat_of("ada")
        for other in range(len(game.people)) if seat is not None else ():
            who = game.people[other] or (game.levels[other] and f"bot {game.levels[other]}")
            if other != seat and who:
                gap = game.totals[seat or 0] - game.totals[other]
                one = counted.setdefault(who, [0, 0, 0])
                one[0] += 1
                one[1] += gap > 0
                one[2] += gap < 0
    met = figures("ada", games).opponents
    assert {one.person or f"bot {one.level}": [one.games, one.ahead, one.behind] for one in met} == counted
    assert [one.games for one in met] == sorted((one.games for one in met), reverse=True)


@given(EVENINGS)
def test_luck_and_skill_are_averages_over_the_hands_of_games_that_were_reviewed(games: list[Finished]) -> None:
    for person in PEOPLE:
        reviewed = [game for game in games if game.parts and game.seat_of(person) is not None]
        hands = [hand[game.people.index(person)] for game in reviewed for hand in game.parts or ()]
        found = figures(person, games).skill
        if found is None:
            assert hands == []
            continue
        assert (found.games, found.hands) == (len(reviewed), len(hands))
        count = len(hands)
        for name in ("par", "deal", "bid", "play", "rest"):
            column = [getattr(hand, name) for hand in hands]
            average = getattr(found, name)
            assert average.mean == pytest.approx(sum(column) / count)
            if count == 1:
                assert average.error is None
            else:
                squares = sum((value - average.mean) ** 2 for value in column)
                assert average.error == pytest.approx((squares / (count - 1) / count) ** 0.5)
        assert found.luck.mean == pytest.approx(found.deal.mean + found.rest.mean)
        assert found.lost.mean == pytest.approx(found.bid.mean + found.play.mean)
        points = [
            row.points[game.people.index(person)] or 0 for game in reviewed for row in game.rows or () if game.rows
        ]
        if len(points) == count:
            assert found.par.mean + found.luck.mean + found.lost.mean == pytest.approx(sum(points) / count)


@given(EVENINGS)
def test_the_table_for_a_spreadsheet_has_every_hand(games: list[Finished]) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv("ada", games), newline="")))
    hands = hands_of("ada", games)
    assert [(row["game"], row["tricks"], row["bid"], row["taken"], row["points"], row["position"]) for row in rows] == [
        tuple(str(hand[name]) for name in ("game", "size", "bid", "taken", "points", "position")) for hand in hands
    ]


@given(EVENINGS)
def test_the_parts_in_the_spreadsheet_add_up_to_the_points(games: list[Finished]) -> None:
    reviewed = {game.game for game in games if game.parts}
    for row in csv.DictReader(io.StringIO(to_csv("ada", games), newline="")):
        parts = [row[name] for name in ("par", "luck_of_deal", "bid_cost", "play_cost", "rest")]
        if row["game"] in reviewed:
            assert sum(map(float, parts)) == float(row["points"])
        else:
            assert parts == [""] * 5


def test_nobody_has_no_figures() -> None:
    assert figures("ada", ()) == Figures()
    assert to_csv("ada", ()).count("\r\n") == 1


def test_who_was_away_for_every_hand_did_not_play() -> None:
    row = Row(1, 2, 0, None, (1, 1, None), (1, 1, None), (11, 11, None))
    game = Finished(
        "g", 1.0, "pad", ("ada", "bea", "cho"), (None,) * 3, ("A", "B", "C"), (11, 11, 0), (1, 1, 3), (row,)
    )
    assert figures("cho", [game]) == Figures()
    assert figures("ada", [game]).shared == 1


@pytest.mark.parametrize(
    ("dealer", "seat", "where"), [(0, 1, "first"), (0, 0, "last"), (0, 3, "between"), (3, 1, "first")]
)
def test_the_first_to_bid_sits_after_the_dealer_and_who_is_away_is_passed_over(
    dealer: int, seat: int, where: str
) -> None:
    bids = (1, 0, None, 0) if dealer == 0 else (None, 1, 0, 0)
    assert position(Row(1, 1, dealer, None, bids, bids, bids), seat) is Position(where)
