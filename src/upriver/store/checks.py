"""What every store checks before it writes, so that all of them refuse the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from upriver.store.store import Listing, Person, Result, Row


def is_storable(text: str) -> bool:
    """Whether both databases can keep the text: it has no NUL, which PostgreSQL refuses, and has a form in UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def check_append(table: str, after: int, rows: Sequence[Row], listing: Listing, result: Result | None = None) -> None:
    """Raise `ValueError` for rows that are not numbered from `after + 1`, and for texts that cannot be kept."""
    last = after + len(rows)
    numbers = [row.seq for row in rows]
    if numbers != list(range(after + 1, last + 1)):
        raise ValueError(f"rows {numbers} after {after} of table {table!r}; they must be numbered from {after + 1}")
    if listing.seq != last:
        raise ValueError(f"listing.seq is {listing.seq}; the last row of table {table!r} will be {last}")
    texts = [table, listing.code, listing.phase, listing.body, *listing.members]
    for row in rows:
        texts += (row.by, row.body)
    if result is not None:
        texts += _texts_of(result)
    check_texts(texts)


def check_result(table: str, game: str, result: Result | None) -> None:
    """Raise `ValueError` for a result of something else, and for texts that cannot be kept."""
    if result is not None and (result.table, result.game) != (table, game):
        raise ValueError(f"the result is of game {result.game!r} of table {result.table!r}, not {game!r} of {table!r}")
    check_texts((table, game) if result is None else _texts_of(result))


def check_forgotten(person: str, results: Sequence[Result]) -> None:
    """Raise `ValueError` for a result that still names the person, and for texts that cannot be kept."""
    check_texts((person,))
    for result in results:
        if person in result.members or person in result.body:
            raise ValueError(f"the result of game {result.game!r} still names {person!r}")
        check_texts(_texts_of(result))


def _texts_of(result: Result) -> tuple[str, ...]:
    return (result.game, result.table, result.body, *result.members)


def check_person(person: Person) -> None:
    """Raise `ValueError` for an id or a name that cannot be kept."""
    check_texts((person.id, person.name))


def check_texts(texts: Iterable[str]) -> None:
    """Raise `ValueError` for the first text that cannot be kept."""
    for text in texts:
        if not is_storable(text):
            raise ValueError(f"{text[:80]!r} has a NUL or half a surrogate pair, which no database can keep")
