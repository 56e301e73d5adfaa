"""Charts of what came of matches and ratings: what is shown, as bars with error bars, and how in characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from upriver.arena.estimate import Estimate
from upriver.arena.match import Duel, Field
from upriver.arena.ratings import Ratings


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart.

    Args:
        label: what it stands for.
        value: its length, with its error.
        shade: which bars have a colour in common.
    """

    label: str
    value: Estimate
    shade: int = 0

    @property
    def ends(self) -> tuple[float, float]:
        """From the mean less the error to the mean and the error."""
        error = self.value.error or 0.0
        return self.value.mean - error, self.value.mean + error


@dataclass(frozen=True, slots=True)
class Panel:
    """Bars on one scale.

    Args:
        title: what is shown, and in what unit.
        bars: from top to bottom.
        form: how a mean is written.
    """

    title: str
    bars: tuple[Bar, ...]
    form: str

    def scale(self, width: float) -> Callable[[float], float]:
        """Where a value lies on a width that has room for zero and every bar with its error."""
        ends = [end for bar in self.bars for end in bar.ends]
        low, high = min(0.0, *ends), max(0.0, *ends)
        return lambda value: width * (value - low) / (high - low or 1.0)

    def text(self, bar: Bar) -> str:
        """The value in figures."""
        error = "" if bar.value.error is None else f" ± {bar.value.error:{self.form.removeprefix('+')}}"
        return f"{bar.value.mean:{self.form}}{error}"


def panels(outcomes: Sequence[Duel | Field], ratings: Ratings | None) -> tuple[Panel, ...]:
    """Everything that is worth a picture: bids made by hand size, differences, ratings."""
    duels = [outcome for outcome in outcomes if isinstance(outcome, Duel)]
    found = [_made(outcomes)]
    if duels:
        found.append(differences(duels))
    if ratings:
        found.append(skills(ratings))
    return tuple(found)


def differences(duels: Sequence[Duel]) -> Panel:
    """The difference of each duel, in the challenger's colour."""
    shades = _shades(duels)
    bars = (Bar(duel.match.name, duel.difference, shades[str(duel.match.challenger)]) for duel in duels)
    return Panel("Points a hand, compared with the field's bot", tuple(bars), "+.2f")


def skills(ratings: Ratings) -> Panel:
    """The rating of each bot; the error bar is one sigma."""
    bots = ratings.tournament.bots
    bars = (Bar(each.bot, Estimate(each.mu, each.sigma), bots.index(each.bot)) for each in ratings.ratings)
    return Panel("Rating, mu ± sigma", tuple(bars), ".1f")


def _made(outcomes: Sequence[Duel | Field]) -> Panel:
    """Bids made by hand size: in a single duel by the challenger and the field alone, otherwise by each field alone."""
    shades = _shades(outcomes)
    shown = {outcome.match.field: outcome.alone for outcome in outcomes}
    where = "by each bot in a field of its kind"
    if len(outcomes) == 1 and isinstance(outcomes[0], Duel):
        duel = outcomes[0]
        shown[str(duel.match.challenger)] = duel.challenger
        where = f"by {duel.match.name} and by {duel.match.field} in all seats"
    bots = sorted(shown, key=lambda bot: shades[bot])
    bars = [
        Bar(f"{cards} card{'' if cards == 1 else 's'}, {bot}", _percent(part), shades[bot])
        for by_size in zip(*(shown[bot].made_by_size for bot in bots), strict=True)
        for bot, (cards, part) in zip(bots, by_size, strict=True)
    ]
    return Panel(f"Bids made, %, {where}", tuple(bars), ".1f")


def _shades(outcomes: Sequence[Duel | Field]) -> dict[str, int]:
    """A colour for each bot, in the order in which they were named."""
    bots = [outcome.match.challenger for outcome in outcomes] + [outcome.match.field for outcome in outcomes]
    return {bot: shade for shade, bot in enumerate(dict.fromkeys(filter(None, bots)))}


def _percent(part: Estimate) -> Estimate:
    return Estimate(100 * part.mean, None if part.error is None else 100 * part.error)


def bar_text(panel: Panel, bar: Bar, width: int) -> str:
    """A bar in characters: solid from zero to the mean, shaded where the error leaves it open."""
    scale = panel.scale(width)
    low, high = sorted((0.0, bar.value.mean))
    sure, unsure = (round(scale(low)), round(scale(high))), tuple(round(scale(end)) for end in bar.ends)
    cells = [
        "░" if unsure[0] <= cell < unsure[1] else "█" if sure[0] <= cell < sure[1] else " " for cell in range(width)
    ]
    zero = round(scale(0.0))
    return ("".join(cells[:zero]) + "│" + "".join(cells[zero:])).rstrip()
