"""What a browser finds here: the client, where the package has one, else a page that says what runs."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from upriver.server.files import read_files
from upriver.server.house_rules import Lang, words_for
from upriver.server.table_routes import TableShown, public_tables
from upriver.words import LANGUAGES, Words

CLIENT = Path(__file__).parents[1] / "web"
"""Where the browser client stands once it is built; its files in `assets` are named by what is in them."""
CLIENT_PATHS = (
    *("/", "/t/{code:str}", "/me", "/games", "/games/{game:str}", "/games/{game:str}/review"),
    *("/score", "/score/{pad:str}"),
    *("/stats", "/league/{league:str}"),
)
"""Paths that the client shows something for; `/t/CODE` and `/score/PAD` invite, `/me#SECRET` is a personal link."""
SHOWN = 12


def is_built(client: Path = CLIENT) -> bool:
    """Whether the browser client is there."""
    return (client / "index.html").is_file()


def pages(client: Path = CLIENT) -> list[HTTPRouteHandler]:
    """What serves browsers: the client's files, or the plain page."""
    return _client_pages(client) if is_built(client) else [start_page]


@get(["/", "/t/{code:str}"], include_in_schema=False, media_type="text/html")
async def start_page(request: Request[Any, Any, State], state: State, lang: Lang = None) -> Response[str]:
    """The plain page."""
    words = words_for(request, lang)
    shown = await public_tables(state.store, SHOWN)
    return Response(
        page(shown, words),
        media_type="text/html",
        headers={"Content-Language": words.lang, "Vary": "Accept-Language", "Cache-Control": "no-cache"},
    )


def page(tables: list[TableShown], words: Words) -> str:
    """The plain page with these public tables."""
    say = words.say
    other = next(lang for lang in LANGUAGES if lang != words.lang)
    rows = "".join(_row(table, words) for table in tables)
    texts = {
        "subtitle": say("start.subtitle"),
        "about": say("page.about"),
        "tables_title": say("page.tables"),
        "programs": say("page.programs"),
        "program": say("page.program"),
        "schema": say("page.schema"),
        "other": say("page.other"),
    }
    template = Template(files("upriver.server").joinpath("page.html").read_text("utf-8"))
    return template.substitute(
        {name: escape(text) for name, text in texts.items()},
        lang=words.lang,
        other_lang=other,
        tables=f"<ul>{rows}</ul>" if rows else f"<p>{escape(say('page.none'))}</p>",
    )


def _row(table: TableShown, words: Words) -> str:
    """One public table as an item of the list."""
    names = words.both([seat.name for seat in table.seats if seat.name]) if any(s.name for s in table.seats) else ""
    seats = words.say("page.seats", taken=sum(seat.is_taken for seat in table.seats), seats=len(table.seats))
    parts = [seats, *([words.say("page.watch")] if table.phase == "playing" else []), *([names] if names else [])]
    return f"<li><b>{escape(table.code)}</b><span>{escape(' · '.join(parts))}</span></li>"


def _client_pages(client: Path) -> list[HTTPRouteHandler]:
    files = read_files(client)

    @get(list(CLIENT_PATHS), include_in_schema=False)
    async def client_page(request: Request[Any, Any, State]) -> Response[bytes]:
        """The client; it shows what the path says."""
        return files["index.html"].answer(request)

    @get(["/{name:str}", "/assets/{name:path}"], include_in_schema=False)
    async def client_file(request: Request[Any, Any, State], name: FromPath[str]) -> Response[bytes]:
        """Another of the client's files."""
        file = files.get(request.url.path.removeprefix("/"))
        if file is None:
            raise NotFoundException
        return file.answer(request)

    return [client_page, client_file]
