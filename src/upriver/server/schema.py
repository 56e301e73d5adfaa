"""The JSON Schema of all messages, printed: `python -m upriver.server.schema`."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from upriver.server.asked import ClientMessage
from upriver.server.happened import KINDS, Happening
from upriver.server.pad_wire import PadAnswer, PadLines, PadMe, PadNews, PadShared, PadWriters
from upriver.server.wire import ServerMessage

_REF = "#/$defs/{name}"
_PADS = (PadShared, PadLines, PadWriters, PadMe, PadNews, PadAnswer)
"""What is asked and answered about shared pads, over HTTP."""


def schema() -> dict[str, Any]:
    """One schema that holds every message; `ClientMessage` and `ServerMessage` are what goes each way at a table."""
    kinds = tuple(KINDS.values())
    (client, server, *_), parts = msgspec.json.schema_components(
        (ClientMessage, ServerMessage, *kinds, *_PADS), ref_template=_REF
    )
    # A message declares the base of all events; on the wire it is one of them.
    parts[Happening.__name__] = {"anyOf": [{"$ref": _REF.format(name=kind.__name__)} for kind in kinds]}
    pads = [{"$ref": _REF.format(name=kind.__name__)} for kind in _PADS]
    parts |= {
        "ClientMessage": {"anyOf": client["anyOf"]},
        "ServerMessage": {"anyOf": server["anyOf"]},
        "PadMessage": {"anyOf": pads},
    }
    for name, part in parts.items():
        part["title"] = name
        part.get("properties", {}).pop("title", None)
        if part.get("type") == "object" and "properties" in part:
            part["additionalProperties"] = False
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Wire",
        "$defs": parts,
        "anyOf": [{"$ref": _REF.format(name=name)} for name in ("ClientMessage", "ServerMessage", "PadMessage")],
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
