"""A bot that joins a table over the network and plays a game: `python examples/bot.py K7M2P --url http://localhost:8000`."""

from __future__ import annotations

import argparse
import json
import secrets
from itertools import count
from typing import Any

import httpx
from websockets.sync.client import connect

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def choose(view: dict[str, Any]) -> dict[str, Any] | None:
    """What the view asks of us now: a bid, a card, the next hand, or nothing."""
    you, game, table = view["you"], view["game"], view["table"]
    if table["phase"] == "playing" and you["person"] in table["waiting"]:
        return {"type": "next_hand"}
    if not you["is_turn"]:
        return None
    trump = game["hand"]["trump"]
    if you["legal_bids"]:  # aces, kings and high trumps are tricks
        sure = sum(RANKS.index(card[:-1]) >= (9 if card[-1] == trump else 11) for card in you["cards"])
        return {"type": "act", "action": str(min(you["legal_bids"], key=lambda bid: abs(bid - sure)))}
    cards = sorted(you["legal_cards"], key=lambda card: (card[-1] == trump, RANKS.index(card[:-1])))
    return {"type": "act", "action": cards[-1] if game["hand"]["needs"][you["seat"]] > 0 else cards[0]}


def play(code: str, url: str, name: str) -> list[int]:
    """Sit down and play until the game is over; the totals by seat."""
    token = httpx.post(f"{url}/api/people", json={"name": name, "wants_token": True}).raise_for_status().json()["token"]
    headers, ids = {"Authorization": f"Bearer {token}"}, count(1)
    with connect(f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket", additional_headers=headers) as socket:
        socket.send(json.dumps({"type": "hello", "since": 0}))
        socket.send(json.dumps({"type": "sit", "id": "sit", "seat": None, "contribution": secrets.token_hex(32)}))
        view, seq, is_waiting = dict[str, Any](), 0, True
        for message in map(json.loads, socket):
            if message["type"] in ("refused", "closing"):
                print(f"{name}: {message}")
            if message["type"] in ("welcome", "news"):  # news bring the parts that have changed
                view, seq = view | message["view"], message["seq"]
            is_waiting = is_waiting and message["type"] not in ("ack", "refused")
            if not view or view["table"]["phase"] in ("over", "closed"):
                break
            if not is_waiting and (asked := choose(view)):
                asked |= {"after": seq} if asked["type"] == "act" else {}
                socket.send(json.dumps({**asked, "id": str(next(ids))}))
                is_waiting = True
    return list(view["sheet"]["totals"]) if view else []


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("code")
    parser.add_argument("--url", default="http://localhost:8000")
    parser.add_argument("--name", default="Robin")
    print(play(**vars(parser.parse_args())))
