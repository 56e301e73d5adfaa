"""The command `upriver`. Each command imports what it needs when it runs, so that help is quick."""

from __future__ import annotations

import os
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from cyclopts import App, Parameter, validators

from upriver import __version__
from upriver.rules.errors import RecordError, UpriverError

if TYPE_CHECKING:
    from upriver.rules import Event
    from upriver.words import Words

GUIDES = {"en": "rules.md", "it": "regole.md"}
FAILED, MISUSED, STOPPED = 1, 2, 130

app = App(
    name="upriver",
    help="Up and Down the River (Oh Hell): play it, keep its records, match its bots.",
    version=__version__,
    version_flags=["--version"],
    default_parameter=Parameter(negative=()),
)
Lang: TypeAlias = Literal["en", "it"] | None
Pace: TypeAlias = Literal["instant", "brisk", "natural", "patient"] | None


@app.command
def play(*, lang: Lang = None, seed: str | None = None, rules: str | None = None, pace: Pace = None) -> int:
    """Play a game against bots in this terminal.

    Args:
        lang: Language; the default is the locale's.
        seed: A text that fixes every deal, to play the same cards again; without it they are secret.
        rules: Rules to offer, such as "italian players=5"; see `upriver rules`.
        pace: How long each moment lasts; patient waits for you after each trick. The default is the last used.
    """
    from upriver.rules import Rules
    from upriver.terminal import run

    return run(lang=lang, seed=seed, rules=Rules.parse(rules) if rules is not None else None, pace=pace)


@app.command
def score(file: Path | None = None, /, *, lang: Lang = None) -> int:
    """Keep the score of a game with real cards, in this terminal and by keys alone.

    Every entry is saved at once. Bids and results are typed as they come, the dealer's forbidden bid is struck out and
    explained, and any number can be corrected at any time, with later hands scored again; u undoes, h lists all keys.

    Args:
        file: The pad's record, made where it does not exist. Without it the last pads are offered, or a new one.
        lang: Language; the default is the locale's.
    """
    from upriver.terminal import run_pad

    return run_pad(lang=lang, file=file)


@app.command
def replay(
    file: Path,
    /,
    *,
    hand: int | None = None,
    step: bool = False,
    to: Literal["table", "notation", "record"] = "table",
    lang: Lang = None,
) -> int:
    """Print a game hand by hand, from a record or a notation.

    Args:
        file: The game.
        hand: Print this hand only.
        step: Wait for Enter after each hand; q and Enter stops.
        to: Print tables for people, the notation, or the record in JSON Lines.
        lang: Language; the default is the locale's.
    """
    from rich.console import Console

    from upriver.rules.notation import format_game
    from upriver.rules.record import dump, follow, load, number
    from upriver.terminal.transcript import transcribe

    text = _read(file)
    numbered = _parse(text)
    state = follow(numbered)
    events = [event for _, event in numbered]
    if to == "notation":
        print(format_game(events), end="")
        return 0
    if to == "record":
        print(dump(load(text) if _is_record(text) else number(events)), end="")
        return 0
    console = Console(highlight=False)
    words = _words(lang)
    parts = list(transcribe(events, words))
    if hand is not None:
        dealt = 0 if state.public.hand is None else state.public.hand.number
        if not 1 <= hand <= dealt:
            raise RecordError(f"hand {hand} is not in {file}; it has hands 1 to {dealt}")
        parts = parts[hand : hand + 1]
    for part in parts:
        console.print(part)
        if step and part is not parts[-1] and not _go_on(words):
            break
    return 0


@app.command
def verify(file: Path, /, *, lang: Lang = None) -> int:
    """Deal a finished game again from its seed, and say which hand differs, if one does.

    Args:
        file: The game, as a record or a notation.
        lang: Language; the default is the locale's.
    """
    from upriver.rules.record import follow
    from upriver.rules.verify import verify as check

    words = _words(lang)
    numbered = _parse(_read(file))
    verdict = check(event for _, event in numbered)
    if not verdict.commitment_holds:
        print(words.say("verify.commitment-broken"))
    for difference in verdict.differences:
        what = words.say("verify.hand", number=difference.hand) if difference.hand else words.say("verify.draw")
        print(f"{what}: {difference.message}")
    if not verdict.is_fair:
        return FAILED
    follow(numbered)
    draw = words.say("verify.with-draw") if verdict.has_draw else ""
    added = words.count("verify.with-contributions", verdict.contributions) if verdict.contributions else ""
    print(words.count("verify.fair", verdict.hands, draw=draw, added=added))
    return 0


@app.command
def review(  # noqa: PLR0913  # the options of a command
    file: Path,
    /,
    *,
    json: bool = False,
    svg: Path | None = None,
    worlds: int | None = None,
    jobs: int | None = None,
    lang: Lang = None,
) -> int:
    """Analyse a game: what each bid and card was worth as its seat saw it, and where the points came from.

    Args:
        file: The game, as a record or a notation; of an unfinished one the finished hands are analysed.
        json: Print every figure as JSON.
        svg: A file for a picture to share, ending in .svg.
        worlds: Deals to compare each decision in; more make the figures surer and take longer. The default is 1024.
        jobs: Processes; the default is one for each core. The result is the same.
        lang: Language; the default is the locale's.
    """
    from upriver.review.command import Request, run
    from upriver.rules.record import follow

    request = Request(worlds=worlds, jobs=jobs, picture=svg, as_json=json)
    numbered = _parse(_read(file))
    follow(numbered)
    return run(request, [event for _, event in numbered], _words(lang))


@app.command
def rules(*, lang: Lang = None) -> int:
    """Explain the game, and the rules that a table can choose.

    Args:
        lang: Language; the default is the locale's.
    """
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    text = Markdown(_guide(GUIDES[_words(lang).lang]))
    if console.is_terminal:
        # Without -R, less shows the codes of bold and colour as they stand.
        os.environ["LESS"] = f"{os.environ.get('LESS', '')} -R".strip()
        with console.pager(styles=True):
            console.print(text)
    else:
        console.print(text)
    return 0


@app.command
def arena(  # noqa: PLR0913  # the options of a command
    *bots: str,
    games: int | None = None,
    until: float | None = None,
    rules: str = "english",
    seed: str = "arena",
    ratings: bool = False,
    jobs: int | None = None,
    ray: str | None = None,
    keep: Path | None = None,
    chart: Path | None = None,
    json: bool = False,
) -> int:
    """Match bots on the same deals with the seats rotated; one bot alone plays a field of itself.

    Args:
        bots: Levels of bots, such as rule and random.
        games: Deals of a whole game, each played once for each seat. The default is 100; with --until, 10000 at most.
        until: Stop a match when the standard error of its points a hand is at most this, such as 0.05.
        rules: The rules, such as "italian players=5"; see `upriver rules`.
        seed: A text that fixes every deal and choice.
        ratings: Rate three bots or more at mixed tables too.
        jobs: Processes; the default is one for each core. The result is the same.
        ray: Share the work on a Ray cluster instead: its host:port, auto, or local to start one.
        keep: A file that keeps each game, so that the same command goes on where it was stopped.
        chart: A file for a chart, ending in .svg.
        json: Print every figure as JSON.
    """
    from upriver.arena.command import Request, run
    from upriver.rules import Rules

    return run(
        Request(
            bots=bots,
            rules=Rules.parse(rules),
            games=games,
            until=until,
            seed=seed,
            ratings=ratings,
            jobs=jobs,
            ray=ray,
            keep=keep,
            chart=chart,
            as_json=json,
        )
    )


@app.command
def train(out: Path, /, *, hands: int = 400_000, generations: int = 8, seed: str = "river") -> int:
    """Learn the policy of the strong bots from nothing; some minutes.

    Args:
        out: The file to write; the package ships the one in upriver/bots/policy.tables.
        hands: Hands of self-play in each of the last generations, for each number of players; the first play fewer.
        generations: How many.
        seed: A text that fixes every hand.
    """
    from upriver.bots.train import run

    return run(out, hands=hands, generations=generations, seed=seed)


@app.command
def serve(  # noqa: PLR0913  # a parameter for each option
    *,
    host: Annotated[str, Parameter(env_var="UPRIVER_HOST")] = "0.0.0.0",
    port: Annotated[int, Parameter(env_var="UPRIVER_PORT", validator=validators.Number(gte=0, lte=65535))] = 8000,
    db: Annotated[str, Parameter(env_var="UPRIVER_DB")] = "upriver.db",
    public_url: Annotated[str, Parameter(env_var="UPRIVER_PUBLIC_URL")] = "",
    trusted_proxy: Annotated[tuple[str, ...], Parameter(env_var="UPRIVER_TRUSTED_PROXY")] = (),
    limits: Annotated[str, Parameter(env_var="UPRIVER_LIMITS")] = "",
    log: Annotated[Literal["json", "console", "quiet"] | None, Parameter(env_var="UPRIVER_LOG")] = None,
    open: bool = False,  # noqa: A002  # the name of the option
    lang: Lang = None,
) -> int:
    """Serve tables for friends and bots over the network; no configuration is needed.

    Args:
        host: The address to listen at: 0.0.0.0 lets in every device of the network, 127.0.0.1 this computer alone.
        port: The port to listen at; 0 for any that is free.
        db: Where everything is kept: a SQLite file, or postgresql://user:password@host/database.
        public_url: Where people find the server, when it stands behind a proxy, as https://cards.example.org.
        trusted_proxy: The address or network of a proxy whose X-Forwarded headers are believed; may be repeated.
        limits: Other limits than the usual, such as "sockets_per_address=500 tables=100"; docs/hosting.md lists them.
        log: How the log is written to standard error; the default is quiet in a terminal, else json.
        open: Open the browser too.
        lang: Language; the default is the locale's.
    """
    from upriver.server.config import Config
    from upriver.server.limits import Limits
    from upriver.server.serve import run

    form = log or ("quiet" if sys.stderr.isatty() else "json")
    config = Config(db, host, port, public_url, trusted_proxy, form, Limits.parse(limits))
    return run(config, _words(lang), opens_browser=open)


@app.command
def migrate(*, db: Annotated[str, Parameter(env_var="UPRIVER_DB")] = "upriver.db") -> int:
    """Bring a database to what this program needs, or make one; `upriver serve` does so by itself.

    Args:
        db: A file of SQLite, or postgresql://user:password@host/database.
    """
    import asyncio

    from upriver.store import hide_password, migrate_database

    done = asyncio.run(migrate_database(db))
    if done.before == done.after:
        print(f"{hide_password(db)} is at revision {done.after} already.")
    else:
        print(f"{hide_password(db)} went from {done.before or 'no tables'} to revision {done.after}.")
    return 0


@app.command
def doctor() -> int:
    """Say what is installed, and whether the compiled kernel that the strong levels need works here."""
    from upriver.doctor import run

    return run(os.environ)


def main() -> None:
    """Run the command line: 0 for success, 1 where a file or check failed, 2 for wrong usage."""
    try:
        code = app(sys.argv[1:], result_action="return_value")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        code = STOPPED
    except OSError as error:
        print(f"upriver: {error.filename or 'input and output'}: {error.strerror}", file=sys.stderr)
        code = FAILED
    except UpriverError as error:
        print(f"upriver: {error}", file=sys.stderr)
        code = MISUSED if isinstance(error, ValueError) and not isinstance(error, RecordError) else FAILED
    sys.exit(code if isinstance(code, int) else 0)


def _go_on(words: Words) -> bool:
    try:
        return input(words.say("transcript.go-on")).strip() != "q"
    except EOFError:
        return False


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"{file} is no text in UTF-8 (byte {error.start})") from None


def _is_record(text: str) -> bool:
    return text.startswith("{")


def _parse(text: str) -> tuple[tuple[int, Event], ...]:
    from upriver.rules.notation import TITLE, parse_lines
    from upriver.rules.record import HEADER, load

    if _is_record(text):
        return tuple((entry.seq + 1, entry.event) for entry in load(text))
    if text.startswith("upriver game"):
        return parse_lines(text)
    raise RecordError(f"{text[:40]!r} begins neither a record ({HEADER}) nor a notation ({TITLE})", line=1)


def _words(lang: str | None) -> Words:
    from upriver.words import Words, choose_language

    return Words(choose_language(lang, os.environ))


def _guide(name: str) -> str:
    packed = files("upriver") / "guide" / name
    return (packed if packed.is_file() else Path(__file__).parents[2] / "docs" / name).read_text("utf-8")
