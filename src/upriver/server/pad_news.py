"""What somebody is told of a shared pad: its record from some entry on, and how it is shared, as they see it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec

from upriver.server.pad_host import PadHost
from upriver.server.pad_log import PadLog
from upriver.server.pad_wire import PadEntry, PadName, PadNews, PadShare
from upriver.server.pads import Pads


def news_of(log: PadLog, since: int, person: str | None) -> PadNews:
    """What has been written after so many entries.

    Args:
        log: the pad.
        since: the number of the last entry that is known.
        person: whom it is told; None for somebody unknown.
    """
    entries = [
        PadEntry(seq, written.id, written.at, written.by, written.event)
        for seq, written in enumerate(log.written[since:], since + 1)
    ]
    return PadNews(len(log.written), entries, share_of(log, person))


def share_of(log: PadLog, person: str | None) -> PadShare:
    """How the pad is shared. Nobody is told who the others are."""
    names = [PadName(name, is_you=user == person) for name, user in sorted(log.names.items())]
    return PadShare(log.writers, person == log.keeper, log.may_write(person), names)


async def stream(pads: Pads, host: PadHost, since: int, person: str | None) -> AsyncIterator[bytes]:
    """The news as server-sent events, the first at once; an event's id is the number of its last entry."""
    share: PadShare | None = None
    async for log in pads.watch(host):
        if log is None:
            yield b":\n\n"
            continue
        news = news_of(log, since, person)
        if news.entries or news.share != share:
            since, share = news.seq, news.share
            yield b"event: news\nid: %d\ndata: %b\n\n" % (news.seq, msgspec.json.encode(news))
    if not host.log.is_shared:
        yield b"event: unshared\ndata: {}\n\n"
