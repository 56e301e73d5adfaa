"""What the server counts, for Prometheus. No person, code or text is a label."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

SOCKETS = Gauge("upriver_sockets", "Open sockets", registry=REGISTRY)
PAD_READERS = Gauge("upriver_pad_readers", "Open streams of shared pads", registry=REGISTRY)
TABLES = Gauge("upriver_tables", "Tables held in memory", registry=REGISTRY)
COMMANDS = Counter(
    "upriver_commands", "Commands by kind and outcome (ok, or the code of the refusal)", ("command", "outcome"),
    registry=REGISTRY,
)  # fmt: skip
CONFLICTS = Counter("upriver_conflicts", "Appends that another process was ahead of", registry=REGISTRY)
CLOSED = Counter("upriver_closed", "Sockets closed by the server, by reason", ("reason",), registry=REGISTRY)
APPEND_SECONDS = Histogram("upriver_append_seconds", "From append to stored", buckets=SECONDS, registry=REGISTRY)
BOT_SECONDS = Histogram(
    "upriver_bot_seconds", "How long bots think, by level", ("level",), buckets=SECONDS, registry=REGISTRY
)
FAULTS = Counter("upriver_faults", "Errors that should not have happened", ("where",), registry=REGISTRY)
