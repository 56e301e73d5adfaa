"""One socket: who may open it, what it refuses, how it closes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.client import Player, RefusedError
from tests.server.serving import MANY, QUICK, Server, seated, serving
from upriver.server.clients import Client
from upriver.server.config import Config
from upriver.server.host import BusyError, Host, StoppedError
from upriver.server.wire import CloseCode
from upriver.store import Listing, Person, Result, Row, Store, UnavailableError
from upriver.store.memory import MemoryStore
from upriver.table.options import Watching

pytestmark = pytest.mark.timeout(60)
HELLO = '{"type":"hello","since":0}'


class FailingStore(MemoryStore):
    """A store whose disk can be full."""

    is_full = False
    is_stored = False
    """Whether what is refused is stored all the same."""

    async def append(
        self, table: str, after: int, rows: Sequence[Row], listing: Listing, result: Result | None = None
    ) -> None:
        if not self.is_full or self.is_stored:
            await super().append(table, after, rows, listing, result)
        if self.is_full:
            raise UnavailableError("the disk is full")


@pytest.fixture
async def store() -> FailingStore:
    return FailingStore()


@pytest.fixture
async def server(store: Store) -> AsyncIterator[Server]:
    async with serving(store) as server:
        yield server


async def dial(server: Server, code: str, token: str | None, **headers: str) -> ClientConnection:
    extra = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"ws://{server.address}/api/tables/{code}/socket"
    return await connect(url, additional_headers={**extra, **headers}, proxy=None, compression=None)


async def ending(socket: ClientConnection) -> tuple[Any, int | None]:
    """The last message before the socket closes, and the close code."""
    last = None
    try:
        while True:
            last = json.loads(await socket.recv())
    except ConnectionClosed:
        return last, socket.close_code


async def table(server: Server, **values: Any) -> tuple[str, str]:
    """A new table's code, and its host's token."""
    ann = await server.person("Ann")
    return await server.table(ann, options=replace(QUICK, **values)), ann.token


async def test_a_stranger_is_turned_away(server: Server) -> None:
    code, _ = await table(server)
    for token in (None, "nobody"):
        last, closed = await ending(await dial(server, code, token))
        assert last == {"type": "closing", "reason": "unknown-person", "code": 4001}
        assert closed == 4001


async def test_there_is_no_such_table(server: Server) -> None:
    _, token = await table(server)
    last, closed = await ending(await dial(server, "QQQQQ", token))
    assert (last["reason"], closed) == ("no-table", 4002)


async def test_a_code_may_be_typed_as_it_comes(server: Server) -> None:
    code, token = await table(server)
    socket = await dial(server, f"{code[:2]}-{code[2:]}".lower(), token)
    await socket.send(HELLO)
    assert json.loads(await socket.recv())["view"]["table"]["code"] == code
    await socket.close()


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "http://river.example.evil", "file://", "http://[", ""]
)
async def test_a_page_of_another_site_is_turned_away(server: Server, origin: str) -> None:
    code, token = await table(server)
    with pytest.raises(InvalidStatus) as caught:
        await dial(server, code, token, Origin=origin)
    assert caught.value.response.status_code == 403


async def test_the_own_page_is_let_in() -> None:
    config = Config(limits=MANY, public_url="https://river.example")
    async with serving(MemoryStore(), config) as server:
        code, token = await table(server)
        for origin in (f"http://{server.address}", "https://river.example"):
            socket = await dial(server, code, token, Origin=origin)
            await socket.send(HELLO)
            assert json.loads(await socket.recv())["type"] == "welcome"
            await socket.close()


async def test_hello_comes_first(server: Server) -> None:
    code, token = await table(server)
    socket = await dial(server, code, token)
    await socket.send('{"type":"start","id":"1"}')
    refused = json.loads(await socket.recv())
    assert (refused["id"], refused["code"]) == ("1", "hello-first")
    await socket.send('{"type":"ping"}')
    assert json.loads(await socket.recv())["type"] == "pong"
    await socket.close()


@pytest.mark.parametrize(
    ("error", "reason"),
    [(BusyError(""), "unavailable"), (RuntimeError(""), "unavailable"), (StoppedError(""), "restarting")],
)
async def test_who_cannot_be_greeted_now_is_told_to_come_again(
    server: Server, error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, token = await table(server)

    async def fail(_: Host) -> None:
        raise error

    monkeypatch.setattr(Host, "read_on", fail)
    socket = await dial(server, code, token)
    await socket.send(HELLO)
    last, closed = await ending(socket)
    assert (last["reason"], closed) == (reason, CloseCode[reason.upper()])
    assert ("fault" in "".join(capsys.readouterr())) == isinstance(error, RuntimeError)


async def test_who_says_nothing_is_closed() -> None:
    async with serving(MemoryStore(), Config(limits=replace(MANY, greeting=0))) as server:
        code, token = await table(server)
        last, closed = await ending(await dial(server, code, token))
        assert (last["reason"], closed) == ("silent", 4009)


async def test_a_broken_message_is_refused_and_the_socket_goes_on(server: Server) -> None:
    code, token = await table(server)
    socket = await dial(server, code, token)
    await socket.send(HELLO)
    await socket.recv()
    for frame, ask in (("{", ""), ('{"type":"dance","id":"7"}', "7"), (b"\xff", ""), ("[]", ""), ("", "")):
        await socket.send(frame)
        refused = json.loads(await socket.recv())
        assert (refused["type"], refused["code"], refused["id"]) == ("refused", "bad-message", ask)
    await socket.send(b'{"type":"ping"}')
    assert json.loads(await socket.recv())["type"] == "pong"
    await socket.close()


async def test_a_frame_may_not_be_huge(server: Server) -> None:
    code, token = await table(server)
    socket = await dial(server, code, token)
    await socket.send(HELLO)
    await socket.recv()
    await socket.send("x" * 1_000_000)
    _, closed = await ending(socket)
    assert closed == 1009


async def test_whoever_talks_too_fast_is_warned_then_closed() -> None:
    limits = replace(MANY, messages=5, messages_per_second=1, flood=10)
    async with serving(MemoryStore(), Config(limits=limits)) as server:
        code, token = await table(server)
        socket = await dial(server, code, token)
        await socket.send(HELLO)
        for _ in range(30):
            await socket.send('{"type":"start","id":"1"}')
        codes = []
        while (message := await next_or_none(socket)) is not None:
            codes.append(message.get("code") or message["type"])
        assert codes[0] == "welcome"
        assert codes.count("too-fast") == 10
        assert socket.close_code == 4008


async def next_or_none(socket: ClientConnection) -> Any:
    try:
        return json.loads(await socket.recv())
    except ConnectionClosed:
        return None


@pytest.mark.parametrize("limit", ["sockets_per_person", "sockets_per_address", "sockets"])
async def test_nobody_may_open_sockets_without_end(limit: str) -> None:
    async with serving(MemoryStore(), Config(limits=replace(MANY, **{limit: 2}))) as server:
        code, token = await table(server)
        first, second = await dial(server, code, token), await dial(server, code, token)
        last, closed = await ending(await dial(server, code, token))
        assert (last["reason"], closed) == ("too-many", 4007)
        await first.close()
        for _ in range(100):
            third = await dial(server, code, token)
            await third.send(HELLO)
            if json.loads(await third.recv())["type"] == "welcome":
                break
            await asyncio.sleep(0.02)
        else:
            pytest.fail("the place of a closed socket is not free again")
        await asyncio.gather(second.close(), third.close())


async def test_a_client_that_is_too_slow_gets_nothing_more_but_the_reason() -> None:
    client = Client(Person("ann", "Ann", 0.0), most=2)
    for message in (b"1", b"2"):
        client.tell(message)
    assert client.closing is None
    client.tell(b"3")
    assert client.closing is CloseCode.TOO_SLOW
    client.tell(b"4")
    assert await client.next() is None


async def test_watchers_have_so_many_places() -> None:
    async with serving(MemoryStore(), Config(limits=replace(MANY, watchers=1))) as server:
        code, token = await table(server)
        host = await Player(server.address, code, token).open()
        await host.sit()
        watcher = await server.come(await server.person("Wil"), code)
        late = Player(server.address, code, (await server.person("Xi")).token)
        with pytest.raises(ConnectionResetError, match="too-many"):
            await late.open()
        await asyncio.gather(host.close(), watcher.close())


async def test_a_table_can_be_closed_to_watchers(server: Server) -> None:
    ann, ben, cid = await seated(server, "Ann Ben Cid", "players=3 sizes=1")
    wil = await server.come(await server.person("Wil"), ann.code)
    await ann.ask("start")
    await wil.until(lambda me: me.phase == "playing")
    assert wil.you["seat"] is None
    assert wil.you["cards"] == []
    closed = {**ann.view["table"]["options"], "watching": Watching.CLOSED}
    await ann.ask("set_options", options=closed)
    with pytest.raises(ConnectionResetError, match="not-watchable"):
        await wil.reopen()
    assert ben.is_open
    await asyncio.gather(*(player.close() for player in (ann, ben, cid)))


async def test_whoever_is_removed_is_closed_for_good(server: Server) -> None:
    ann, ben, cid = await seated(server, "Ann Ben Cid", "players=3 sizes=1")
    await ann.ask("remove", person=ben.you["person"])
    await asyncio.wait_for(ben.ended(), 10)
    assert (ben.closing or {})["reason"] == "removed"
    assert ben.close_code == 4005
    with pytest.raises(ConnectionResetError, match="removed"):
        await ben.open()
    await asyncio.gather(ann.close(), cid.close())


async def test_whoever_leaves_a_table_that_nobody_may_watch_gets_an_answer_first(server: Server) -> None:
    ann, ben, cid = await seated(server, "Ann Ben Cid", "players=3 sizes=1")
    await ann.ask("set_options", options={**ann.view["table"]["options"], "watching": Watching.CLOSED})
    await ann.ask("start")
    await ben.ask("leave")
    await asyncio.wait_for(ben.ended(), 10)
    assert (ben.closing or {})["reason"] == "not-watchable"
    await asyncio.gather(ann.close(), cid.close())


async def test_a_closed_table_says_so(server: Server) -> None:
    ann, ben = await seated(server, "Ann Ben")
    await ann.ask("close")
    await asyncio.wait_for(ben.ended(), 10)
    assert ben.phase == "closed"
    assert ben.close_code == 4003
    with pytest.raises(ConnectionResetError, match="table-closed"):
        await ben.open()


async def test_a_message_sent_twice_does_nothing_twice(server: Server) -> None:
    code, token = await table(server)
    socket = await dial(server, code, token)
    await socket.send(HELLO)
    seen: list[Any] = []
    for _ in range(2):
        await socket.send('{"type":"say","id":"once","text":"hello"}')
    while sum(message["type"] == "ack" for message in seen) < 2:
        seen.append(json.loads(await socket.recv()))
    acks = [message for message in seen if message["type"] == "ack"]
    assert acks[0] == acks[1]
    assert sum(message["type"] == "news" for message in seen) == 1
    assert seen[1]["events"][0]["event"]["text"] == "hello"
    await socket.close()


async def test_what_cannot_be_stored_is_not_acknowledged_and_nothing_is_told(
    server: Server, store: FailingStore
) -> None:
    ann, ben = await seated(server, "Ann Ben")
    await ben.until(lambda me: me.view["table"]["seats"][1]["name"] == "Ben")
    seq = ben.seq
    store.is_full = True
    with pytest.raises(RefusedError, match="unavailable"):
        await ann.ask("say", text="lost")
    assert (ann.seq, ben.seq) == (seq, seq)
    store.is_full = False
    await ann.ask("say", text="kept")
    await ben.until(lambda me: me.seq == seq + 1)
    assert [line["text"] for line in ben.view["chat"]] == ["kept"]
    await asyncio.gather(ann.close(), ben.close())


async def test_what_was_stored_although_the_database_broke_is_found_and_asked_once(
    server: Server, store: FailingStore
) -> None:
    ann, ben = await seated(server, "Ann Ben")
    store.is_full = store.is_stored = True
    answer = await ann.post("say", text="in doubt")
    assert answer["code"] == "unavailable"
    store.is_full = False
    ann.send(json.dumps({"type": "say", "id": answer["id"], "text": "in doubt"}))
    await ann.ask("say", text="after")
    await ben.until(lambda me: len(me.view["chat"]) == 2)
    assert [line["text"] for line in ben.view["chat"]] == ["in doubt", "after"]
    await asyncio.gather(ann.close(), ben.close())


async def test_an_action_is_refused_with_the_rules_reason(server: Server) -> None:
    players = await seated(server, "Ann Ben Cid", "players=3 sizes=2")
    ann = players[0]
    await ann.ask("start")
    await ann.until(lambda me: me.phase == "playing" and me.view["game"]["to_act"])
    (turn,) = ann.view["game"]["to_act"]
    player = players[turn]
    for action, code in (("3", "bid-range"), ("AS", "bidding-open"), ("x", "bad-action")):
        with pytest.raises(RefusedError) as caught:
            await player.ask("act", after=player.seq, action=action)
        assert caught.value.code == code
    with pytest.raises(RefusedError, match="stale"):
        await player.ask("act", after=0, action="1")
    with pytest.raises(RefusedError, match="not-your-turn"):
        await players[(turn + 2) % 3].ask("act", after=ann.seq, action="1")
    await asyncio.gather(*(player.close() for player in players))


async def test_the_dealer_is_shown_what_may_not_be_bid_and_why(server: Server) -> None:
    players = await seated(server, "Ann Ben Cid", "players=3 sizes=2")
    await players[0].ask("start")
    await asyncio.gather(*(player.until(lambda me: bool(me.view["game"])) for player in players))
    dealer = players[players[0].view["game"]["dealer"]]
    for step in (1, 2):
        bidder = players[(dealer.you["seat"] + step) % 3]
        await bidder.until(lambda me: me.you["is_turn"])
        await bidder.ask("act", after=bidder.seq, action="0")
        assert bidder.you["change_until"] == "next-bid" if step == 2 else True
    await dealer.until(lambda me: me.you["is_turn"])
    assert dealer.you["legal_bids"] == [0, 1]
    (forbidden,) = dealer.you["forbidden_bids"]
    assert (forbidden["bid"], forbidden["code"]) == (2, "bid-forbidden")
    assert forbidden["details"]["allowed"] == [0, 1]
    await dealer.ask("act", after=dealer.seq, action="0")
    assert dealer.you["can_change_bid"]
    assert dealer.you["change_until"] == "opening-lead"
    await asyncio.gather(*(player.close() for player in players))


async def test_before_the_first_game_the_sheet_has_as_many_seats_as_the_rules(server: Server) -> None:
    ann, ben = await seated(server, "Ann Ben", "players=3 sizes=2")
    await ann.ask("set_rules", rules="players=5 sizes=2")
    await ben.until(lambda me: me.seq == ann.seq)
    for player in (ann, ben):
        assert player.view["sheet"] == {"rows": [], "totals": [0] * 5, "places": [1] * 5}
        await player.close()


async def test_who_is_muted_is_heard_no_more(server: Server) -> None:
    ann, ben = await seated(server, "Ann Ben")
    await ben.ask("say", text="one")
    await ann.ask("mute", person=ben.you["person"], is_muted=True)
    assert ann.view["chat"] == []
    await ben.ask("say", text="two")
    await ann.until(lambda me: me.seq == ben.seq)
    assert ann.view["chat"] == []
    assert ann.events[ann.seq]["event"] is None
    assert [line["text"] for line in ben.view["chat"]] == ["one", "two"]
    await ann.ask("mute", person=ben.you["person"], is_muted=False)
    assert [line["text"] for line in ann.view["chat"]] == ["one", "two"]
    await asyncio.gather(ann.close(), ben.close())


async def test_a_view_that_is_kept_by_news_is_that_of_a_new_welcome(server: Server) -> None:
    players = await seated(server, "Ann Ben Cid", "players=3 sizes=2-1-2")
    await players[0].ask("start")
    await asyncio.gather(*(player.play() for player in players))
    for player in players:
        kept, seq = player.view, player.seq
        await player.close()
        player.seq = 0
        await player.open()
        assert (player.seq, player.view) == (seq, kept)
        await player.close()
