"""What a browser finds here: the client, where the package has one, else a page that says what runs."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import CacheControlHeader, State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import File
from litestar.router import Router
from litestar.static_files import create_static_files_router

from upriver.server.house_rules import Lang, words_for
from upriver.server.table_routes import TableShown, public_tables
from upriver.words import LANGUAGES, Words

CLIENT = Path(__file__).parents[1] / "web"
"""Where the browser client stands once it is built; its files with a hash in their names are in `assets`."""
CLIENT_PATHS = ("/", "/t/{code:str}", "/me", "/games", "/games/{game:str}", "/score")
"""Paths that the client shows something for; `/t/CODE` is an invitation, `/me#SECRET` a personal link."""
SHOWN = 12

_FOREVER = CacheControlHeader(max_age=365 * 24 * 3600, public=True, immutable=True)
_ASK_AGAIN = CacheControlHeader(no_cache=True)


def pages(client: Path = CLIENT) -> list[HTTPRouteHandler | Router]:
    """What serves browsers: the client's files, or the plain page."""
    if not (client / "index.html").is_file():
        return [start_page]
    return [*_client_pages(client)]


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


def _client_pages(client: Path) -> list[HTTPRouteHandler | Router]:
    @get(list(CLIENT_PATHS), include_in_schema=False, cache_control=_ASK_AGAIN)
    async def client_page() -> File:
        """The client; it shows what the path says."""
        return File(client / "index.html", content_disposition_type="inline", media_type="text/html")

    @get("/{name:str}", include_in_schema=False, cache_control=_ASK_AGAIN)
    async def client_file(name: FromPath[str]) -> File:
        """A file beside the client's page, as the manifest and the icons."""
        path = client / name
        if name.startswith(".") or path.parent != client or not path.is_file():
            raise NotFoundException
        return File(path, content_disposition_type="inline")

    assets = create_static_files_router(
        "/assets", [client / "assets"], cache_control=_FOREVER, include_in_schema=False, name="assets"
    )
    return [client_page, client_file, assets]
