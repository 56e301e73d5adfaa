"""The server's log, on standard error: JSON for machines, lines for people, or errors only."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import Processor

from upriver.server.config import LogForm

_TRACEBACKS = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)  # among which are tokens and seeds
)


def set_up_logs(form: LogForm, stream: TextIO | None = None) -> None:
    """Write all that this process logs in one form, the lines of libraries among it."""
    stream = stream or sys.stderr
    common: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor]
    if form == "json":
        last = [_TRACEBACKS, structlog.processors.JSONRenderer(sort_keys=False)]
    else:
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=plain)]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*common, structlog.stdlib.ExtraAdder(allow=())],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.ERROR if form == "quiet" else logging.INFO)
    for name in ("httpx", "httpcore", "alembic", "uvicorn", "psycopg.pool"):
        # They tell of every start and stop, which our own lines say already.
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *common,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
