"""docs/fair-deals.md: Upriver and both programs on the page give the published vectors."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.docs.pages import Page
from tests.strategies import CONTRIBUTIONS, SEEDS
from upriver.rules import Card, Dealt, Game, Rules, commit, deal, mix, seed_from_text, shuffle

PAGE = Page.read("docs/fair-deals.md")
VECTORS: dict[str, Any] = json.loads(PAGE.blocks("json")[0].text)
CHECK = """
import { readFileSync } from "node:fs";
import { choices, commit, deal, draw, mix, shuffle } from "./reference.mjs";

const { seeds, mix: mixes, deal: hand, draw: table } = JSON.parse(readFileSync(0, "utf8"));
const bytes = (hex) => Buffer.from(hex, "hex");
const deck = shuffle(bytes(hand.seed), hand.hand);
const [rounds, dealer] = draw(shuffle(bytes(table.seed), 0), table.players);
console.log(JSON.stringify({
  commitments: seeds.map(({ seed }) => commit(bytes(seed)).toString("hex")),
  decks: seeds.map(({ seed, decks }) => Object.keys(decks).map((number) => shuffle(bytes(seed), Number(number)))),
  mixed: mixes.map(({ seed, contributions }) => mix(bytes(seed), contributions.map(bytes)).toString("hex")),
  mixedDecks: mixes.map(({ seed, contributions }) => shuffle(mix(bytes(seed), contributions.map(bytes)), 1)),
  choices: [...choices(bytes(seeds[1].seed), 1)],
  cards: deal(deck, hand.size, hand.dealer, hand.players),
  turned: deck[hand.size * hand.players],
  rounds,
  dealer,
}));
"""


def python_reference() -> dict[str, Any]:
    """The names of the page's Python program, run by itself."""
    block = next(block for block in PAGE.blocks("python") if "def shuffle(" in block.text)
    assert "import" not in block.text.replace("from hashlib import sha256", "")
    names: dict[str, Any] = {}
    exec(block.text, names)
    return names


PYTHON = python_reference()


def published() -> dict[str, object]:
    """What the page says, with cards parted."""
    table = VECTORS["draw"]["rounds"]
    return {
        "commitments": [entry["commitment"] for entry in VECTORS["seeds"]],
        "decks": [[" ".join(rows).split() for rows in entry["decks"].values()] for entry in VECTORS["seeds"]],
        "mixed": [entry["mixed"] for entry in VECTORS["mix"]],
        "mixedDecks": [" ".join(entry["deck"]).split() for entry in VECTORS["mix"]],
        "choices": VECTORS["block"]["choices"],
        "cards": [cards.split() for cards in VECTORS["deal"]["cards"]],
        "turned": VECTORS["deal"]["turned"],
        "rounds": [[[int(seat), card] for seat, card in map(parted, line.split())] for line in table],
        "dealer": VECTORS["draw"]["dealer"],
    }


def parted(text: str) -> tuple[str, str]:
    seat, _, card = text.partition(":")
    return seat, card


def seed_of(entry: dict[str, Any]) -> bytes:
    return bytes.fromhex(entry["seed"])


def added(entry: dict[str, Any]) -> list[bytes]:
    return [bytes.fromhex(contribution) for contribution in entry["contributions"]]


def test_the_page_has_the_seeds_that_it_names() -> None:
    seeds = [seed_of(entry) for entry in VECTORS["seeds"]]
    assert seeds == [bytes(32), bytes(range(32)), seed_from_text("upriver")]
    assert seed_of(VECTORS["deal"]) == seed_from_text("upriver")
    assert seed_of(VECTORS["draw"]) == seed_from_text("oxbow 19")
    assert all(set(entry["decks"]) == {"0", "1", "19"} for entry in VECTORS["seeds"])
    assert len(VECTORS["draw"]["rounds"]) == 3
    assert {seed_of(entry) for entry in VECTORS["mix"]} == {bytes(range(32))}
    *_, one, other = VECTORS["mix"]
    assert added(one) != added(other)
    assert sorted(added(one)) == sorted(added(other))
    assert one["mixed"] == other["mixed"]


def first_deck(entry: dict[str, Any]) -> tuple[Card, ...]:
    """The deck of hand 1 that a game with these contributions deals from."""
    rules = Rules.parse("players=4 sizes=13 trump=none")
    game = Game.start(rules, seed_of(entry), dealer=3, contributions=tuple(added(entry)))
    dealt = game.events[1]
    assert isinstance(dealt, Dealt)
    hands = [cards or () for cards in dealt.cards]
    return tuple(card for turn in zip(*hands, strict=True) for card in turn)


def test_upriver_gives_the_vectors() -> None:
    hand, table = VECTORS["deal"], VECTORS["draw"]
    deck = shuffle(seed_of(hand), hand["hand"])
    cards = deal(deck, size=hand["size"], dealer=hand["dealer"], players=hand["players"])
    public = Game.start(Rules(players=table["players"]), seed_of(table)).state.public
    expected = published()
    del expected["choices"]
    assert expected == {
        "commitments": [commit(seed_of(entry)).hex() for entry in VECTORS["seeds"]],
        "decks": [
            [list(map(str, shuffle(seed_of(entry), int(number)))) for number in entry["decks"]]
            for entry in VECTORS["seeds"]
        ],
        "mixed": [mix(seed_of(entry), added(entry)).hex() for entry in VECTORS["mix"]],
        "mixedDecks": [list(map(str, first_deck(entry))) for entry in VECTORS["mix"]],
        "cards": [list(map(str, own)) for own in cards],
        "turned": str(deck[hand["size"] * hand["players"]]),
        "rounds": [[[seat, str(card)] for seat, card in turn] for turn in public.draw],
        "dealer": public.dealer,
    }


def test_the_python_program_gives_the_vectors() -> None:
    hand, table = VECTORS["deal"], VECTORS["draw"]
    deck = PYTHON["shuffle"](seed_of(hand), hand["hand"])
    rounds, dealer = PYTHON["draw"](PYTHON["shuffle"](seed_of(table), 0), table["players"])
    assert published() == {
        "commitments": [PYTHON["commit"](seed_of(entry)).hex() for entry in VECTORS["seeds"]],
        "decks": [
            [PYTHON["shuffle"](seed_of(entry), int(number)) for number in entry["decks"]] for entry in VECTORS["seeds"]
        ],
        "mixed": [PYTHON["mix"](seed_of(entry), added(entry)).hex() for entry in VECTORS["mix"]],
        "mixedDecks": [PYTHON["shuffle"](PYTHON["mix"](seed_of(entry), added(entry)), 1) for entry in VECTORS["mix"]],
        "choices": list(PYTHON["choices"](seed_of(VECTORS["seeds"][1]), 1)),
        "cards": PYTHON["deal"](deck, hand["size"], hand["dealer"], hand["players"]),
        "turned": deck[hand["size"] * hand["players"]],
        "rounds": [[list(drawn) for drawn in turn] for turn in rounds],
        "dealer": dealer,
    }


def test_the_javascript_program_gives_the_vectors(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "this test needs Node 20 or newer"
    (tmp_path / "reference.mjs").write_text(PAGE.blocks("js")[0].text, encoding="utf-8")
    (tmp_path / "check.mjs").write_text(CHECK, encoding="utf-8")
    done = subprocess.run(
        (node, "check.mjs"), input=json.dumps(VECTORS), capture_output=True, check=False, cwd=tmp_path, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == published()


def test_the_first_block_is_the_digest_of_its_input() -> None:
    block = VECTORS["block"]
    layout = (b"upriver shuffle 1\n", bytes([0, 0, 0, 1]), bytes(4), seed_of(VECTORS["seeds"][1]))
    assert bytes.fromhex(block["input"]) == b"".join(layout)
    assert sha256(b"".join(layout)).hexdigest() == block["digest"]
    stream: Iterator[int] = PYTHON["stream"](seed_of(VECTORS["seeds"][1]), 1)
    assert bytes(islice(stream, 32)).hex() == block["digest"]


@given(st.binary(min_size=1, max_size=64), st.integers(0, 2**32 - 1))
def test_upriver_and_the_python_program_shuffle_alike(seed: bytes, hand: int) -> None:
    assert list(map(str, shuffle(seed, hand))) == PYTHON["shuffle"](seed, hand)
    assert commit(seed) == PYTHON["commit"](seed)


@given(SEEDS, CONTRIBUTIONS)
def test_upriver_and_the_python_program_mix_alike(seed: bytes, contributions: tuple[bytes, ...]) -> None:
    assert mix(seed, contributions) == PYTHON["mix"](seed, contributions)


@given(st.integers(0, 10**6), st.integers(3, 7))
def test_upriver_and_the_python_program_draw_alike(number: int, players: int) -> None:
    seed = seed_from_text(str(number))
    public = Game.start(Rules(players=players), seed).state.public
    rounds, dealer = PYTHON["draw"](PYTHON["shuffle"](seed, 0), players)
    assert [[(seat, str(card)) for seat, card in turn] for turn in public.draw] == rounds
    assert public.dealer == dealer
