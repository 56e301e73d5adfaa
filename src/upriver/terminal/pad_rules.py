"""The rules of a pad as a form holds them: texts, checked field by field in the writer's language."""

from __future__ import annotations

from collections.abc import Mapping

from textual.widget import Widget

from upriver.pad import Cells, Pad, rule_cells
from upriver.pad.cells import MAX_HANDS, MAX_SIZE
from upriver.rules import Limit, ParseError, RulesError, Scoring, Trump
from upriver.rules.rules import format_sizes, parse_sizes
from upriver.terminal.form import Row, choice_field, text_field
from upriver.words import Words
from upriver.words.house import ProblemError

RULE_FIELDS = ("sizes", "limit", "limit_from", "trump", "scoring")
_KINDS = {"limit": Limit, "trump": Trump}


def rule_texts(pad: Pad) -> dict[str, str]:
    """The rules of a pad as texts."""
    rules = pad.rules
    return {
        "sizes": format_sizes(tuple(hand.size for hand in pad.hands)),
        "limit": str(rules.limit),
        "limit_from": str(rules.limit_from),
        "trump": str(rules.trump),
        "scoring": str(rules.scoring),
    }


def rule_rows(texts: Mapping[str, str], words: Words) -> list[Row]:
    """A row for each field; the control's id is the field."""
    rows: list[Row] = []
    for field in RULE_FIELDS:
        control: Widget
        if field in _KINDS:
            options = [(str(kind), words.say(f"{field}.{kind}.name")) for kind in _KINDS[field]]
            control = choice_field(options, texts[field], field)
        else:
            control = text_field(texts[field], field)
        rows.append(Row(words.say(f"field.{field}"), control))
    return rows


def read_rules(texts: Mapping[str, str], words: Words) -> Cells:
    """The cells that the texts stand for.

    Raises:
        ProblemError: a text cannot stand.
    """
    try:
        sizes = parse_sizes(texts["sizes"])
    except ParseError:
        raise ProblemError(words.say("problem.sizes", text=texts["sizes"]), "sizes") from None
    if len(sizes) > MAX_HANDS:
        raise ProblemError(words.say("problem.sizes.many", n=len(sizes)), "sizes")
    if not all(1 <= size <= MAX_SIZE for size in sizes):
        raise ProblemError(words.say("pad.problem.sizes", most=MAX_SIZE), "sizes")
    limit_from = texts["limit_from"].strip()
    if limit_from not in map(str, range(1, MAX_SIZE + 1)):
        raise ProblemError(words.say("problem.limit_from", text=limit_from), "limit_from")
    text = texts["scoring"].strip()
    try:
        scoring = Scoring.parse(text)
    except (ParseError, RulesError):
        raise ProblemError(words.say("problem.scoring", text=text), "scoring") from None
    return {"sizes": sizes, **rule_cells(Limit(texts["limit"]), int(limit_from), Trump(texts["trump"]), scoring)}
