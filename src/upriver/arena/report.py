"""What came of matches and ratings: tables for people, plain values for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from upriver.arena.chart import Panel, bar_text, differences, skills
from upriver.arena.estimate import Estimate
from upriver.arena.match import Duel, Field
from upriver.arena.performance import Performance
from upriver.arena.ratings import Ratings

BAR = 34
"""Characters of a chart's bars."""


def values(outcome: Duel | Field) -> dict[str, object]:
    """Every figure of a match, as JSON can hold it; parts are from 0 to 1."""
    match = outcome.match
    found: dict[str, object] = {
        "challenger": match.challenger,
        "field": match.field,
        "rules": str(match.rules),
        "seed": match.seed,
        "games": outcome.games,
        "most": match.games,
        "until": match.until,
        "reached": outcome.is_precise,
        "hands": outcome.hands,
        "alone": _figures(outcome.alone),
    }
    if isinstance(outcome, Duel):
        found["difference"] = asdict(outcome.difference)
        found["challenging"] = _figures(outcome.challenger)
        found["opposing"] = _figures(outcome.opponents)
    return found


def rating_values(ratings: Ratings) -> dict[str, object]:
    """Every figure of the ratings, as JSON can hold it; the best bot first."""
    tournament = ratings.tournament
    return {
        "rules": str(tournament.rules),
        "seed": tournament.seed,
        "games": tournament.games,
        "played": tournament.games * tournament.rules.players,
        "bots": [asdict(rating) | {"ordinal": rating.ordinal} for rating in ratings.ratings],
    }


def _figures(performance: Performance[Estimate]) -> dict[str, object]:
    by_size = [{"cards": cards} | asdict(part) for cards, part in performance.made_by_size]
    return asdict(performance) | {"made_by_size": by_size}


def pages(outcomes: Sequence[Duel | Field], ratings: Ratings | None = None) -> Iterator[RenderableType]:
    """The tables for people: one match in full, or many duels one against another, then ratings."""
    match = outcomes[0].match
    duels = [outcome for outcome in outcomes if isinstance(outcome, Duel)]
    if len(duels) > 1:
        yield from _cross_pages(duels)
    elif duels:
        yield from _duel_pages(duels[0])
    else:
        hands = outcomes[0].hands
        bids = _count(hands * match.rules.players, "bid")
        yield _bold(f"{match.rules.players} {match.field} bots at one table: {_count(hands, 'hand')}, {bids}")
        yield _table({match.field: outcomes[0].alone})
    if ratings:
        yield from _rating_pages(ratings)
    games = [outcome.games for outcome in outcomes]
    deals = f"{_range(games, 'game')} of deals with {_count(match.rules.hands, 'hand')} each"
    yield Text(f"± is one standard error, over {deals}." if max(games) > 1 else f"{deals}: too few for an error.")
    if match.until is not None:
        yield Text(_precision(outcomes, match.until))
    yield Text(
        "Winners level on points share a game." + (" Bidder 1 sits left of the dealer." if len(duels) < 2 else "")
    )
    yield Text(f"Seed: {match.seed}. Rules: {match.rules}.")


def _precision(outcomes: Sequence[Duel | Field], until: float) -> str:
    wide = [outcome for outcome in outcomes if not outcome.is_precise]
    if not wide:
        return f"The error of points a hand came down to {until:g}, as asked."
    missed = "; ".join(f"{outcome.match.name} has {outcome.measured.error:.3g}" for outcome in wide)
    return f"The error of points a hand did not come down to {until:g}: {missed}. More --games would get there."


def _duel_pages(duel: Duel) -> Iterator[RenderableType]:
    one, many = str(duel.match.challenger), duel.match.field
    others, hands = duel.match.rules.players - 1, _count(duel.hands, "hand")
    yield _bold(f"1 {one} bot among {others} {many} bots, in each seat in turn: {hands}")
    yield _table(
        {one: duel.challenger, f"{many},\nagainst {one}": duel.opponents, f"{many},\nin all seats": duel.alone}
    )
    yield Text(
        f"In the same seats with the same cards: {one} {_signed(duel.difference)} points a hand compared with {many}."
    )


def _table(columns: Mapping[str, Performance[Estimate]]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for name in columns:
        table.add_column(Text(name), justify="right", vertical="bottom", no_wrap=True)
    each = list(columns.values())
    table.add_row("points a hand", *(_points(figures.points) for figures in each))
    table.add_row("games won, %", *(_percent(figures.won) for figures in each))
    table.add_row("bids made, %", *(_percent(figures.made) for figures in each))
    for by_size in zip(*(figures.made_by_size for figures in each), strict=True):
        table.add_row(f"  with {_count(by_size[0][0], 'card')}", *(_percent(part) for _, part in by_size))
    for number, parts in enumerate(zip(*(figures.made_by_place for figures in each), strict=True), 1):
        is_last = number == len(each[0].made_by_place)
        table.add_row("  as dealer" if is_last else f"  as bidder {number}", *map(_percent, parts))
    return table


def _cross_pages(duels: Sequence[Duel]) -> Iterator[RenderableType]:
    others, hands = duels[0].match.rules.players - 1, _range([duel.hands for duel in duels], "hand")
    yield _bold(f"1 bot of the row among {others} of the column, in each seat in turn: {hands} each")
    yield Text("\nPoints a hand, compared with the column's bot in the same seat with the same cards")
    yield _cross_table(duels, lambda duel: _signed(duel.difference))
    yield _chart(differences(duels))
    yield Text()
    yield Text("Games won, %")
    yield _cross_table(duels, lambda duel: _percent(duel.challenger.won))
    yield Text("Bids made, %")
    yield _cross_table(duels, lambda duel: _percent(duel.challenger.made))


def _cross_table(duels: Sequence[Duel], show: Callable[[Duel], str]) -> Table:
    shown = {(str(duel.match.challenger), duel.match.field): show(duel) for duel in duels}
    bots = list(dict.fromkeys(challenger for challenger, _ in shown))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for field in bots:
        table.add_column(Text(f"among {field}"), justify="right", no_wrap=True)
    for challenger in bots:
        table.add_row(challenger, *(shown.get((challenger, field), "") for field in bots))
    return table


def _rating_pages(ratings: Ratings) -> Iterator[RenderableType]:
    tournament = ratings.tournament
    games = _count(tournament.games * tournament.rules.players, "game")
    yield _bold(f"Ratings over mixed tables: {games}, in each seat in turn")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for name in ("mu", "sigma", "ordinal"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    panel = skills(ratings)
    for rating, bar in zip(ratings.ratings, panel.bars, strict=True):
        figures = (f"{value:.1f}" for value in (rating.mu, rating.sigma, rating.ordinal))
        table.add_row(rating.bot, *figures, bar_text(panel, bar, BAR))
    yield table


def _chart(panel: Panel) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for bar in panel.bars:
        table.add_row(bar.label, Text(bar_text(panel, bar, BAR), no_wrap=True), panel.text(bar))
    return table


def _bold(text: str) -> Text:
    return Text(text, style="bold")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _range(numbers: Sequence[int], noun: str) -> str:
    """How many there are of each, where that differs."""
    low, high = min(numbers), max(numbers)
    return _count(high, noun) if low == high else f"{low:,} to {_count(high, noun)}"


def _points(estimate: Estimate) -> str:
    return _with_error(f"{estimate.mean:.2f}", estimate.error, ".2f")


def _signed(estimate: Estimate) -> str:
    return _with_error(f"{estimate.mean:+.2f}", estimate.error, ".2f")


def _percent(estimate: Estimate) -> str:
    error = None if estimate.error is None else 100 * estimate.error
    return _with_error(f"{100 * estimate.mean:.1f}", error, "4.1f")


def _with_error(mean: str, error: float | None, form: str) -> str:
    return mean if error is None else f"{mean} ± {error:{form}}"
