"""Shards played on a Ray cluster, with the extra `upriver[ray]`."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from logging import CRITICAL
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from upriver import __version__
from upriver.arena.shards import Contest, Pending
from upriver.rules import ParseError, UpriverError

if TYPE_CHECKING:
    import ray

S = TypeVar("S")

LOCAL = "local"
SECONDS = 5
"""How long a cluster may take to answer the first call."""
STORE = 100 * 2**20
"""Bytes of shared memory of a local cluster, close to the least that Ray takes; samples are small."""


class ClusterError(UpriverError):
    """The Ray cluster cannot be reached, or cannot play what it is given."""


class Cluster:
    """A Ray cluster, from entering the context to leaving it. Its nodes need the same version of Upriver.

    Args:
        address: host and port of its head, `ray://` with host and port of its client server, `auto` for the one of
            this machine, or `local` to start one for the time.
        jobs: how many processes a local one has; None for one for each core.

    Raises:
        ParseError: the address is none, or `jobs` is said of a cluster that shares the work by itself.
        ClusterError: Ray is not installed, or the cluster does not answer.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        if address not in (LOCAL, "auto"):
            _split(address)
        if jobs is not None and address != LOCAL:
            raise ParseError(f"jobs: {jobs} is for processes on this machine; the cluster at {address!r} has its own")
        self.size = 0
        self._address, self._jobs = address, jobs
        self._ask: Callable[[str, Contest[object], int], Any]

    def __enter__(self) -> Cluster:
        # Ray sends reports of its use home unless told not to; a cluster that is started here does not.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError:
            raise ClusterError("ray: it is not installed; pip install 'upriver[ray]'") from None
        try:
            if self._address == LOCAL:
                ray.init(
                    LOCAL,
                    num_cpus=self._jobs,
                    include_dashboard=False,
                    object_store_memory=STORE,
                    log_to_driver=False,
                    logging_level=CRITICAL,
                )
            else:
                self._call()
                ray.init(self._address, log_to_driver=False, logging_level=CRITICAL)
        except (OSError, RuntimeError, ValueError, ImportError) as error:
            raise ClusterError(f"ray: no cluster answers at {self._address!r}: {error}") from None
        self.size = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]
        shard: Any = ray.remote(_shard)
        self._ask = shard.remote
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import ray

        ray.shutdown()

    def begin(self, contest: Contest[S], number: int) -> Pending[S]:
        """Ask for a shard."""
        return _Task(self._ask(__version__, contest, number))

    def _call(self) -> None:
        """Ray would wait for minutes where nobody answers."""
        if self._address != "auto":
            socket.create_connection(_split(self._address), SECONDS).close()


def _shard(version: str, contest: Contest[S], number: int) -> S:
    if version != __version__:
        raise ClusterError(f"ray: a node has upriver {__version__}, not {version}; install the same on all")
    return contest.sample(number)


@dataclass(frozen=True, slots=True)
class _Task(Generic[S]):
    reference: ray.ObjectRef[S]

    def result(self) -> S:
        from ray import get
        from ray.exceptions import RayError, RayTaskError

        try:
            return get(self.reference)
        except RayTaskError as error:
            cause = error.cause
            if isinstance(cause, UpriverError):
                raise cause from None
            raise ClusterError(f"ray: a node could not play: {cause!r}") from None
        except RayError as error:
            raise ClusterError(f"ray: {error}") from None

    def cancel(self) -> None:
        from ray import cancel

        cancel(self.reference)


def _split(address: str) -> tuple[str, int]:
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 2**16:
        raise ParseError(f"ray: {address!r} is no address; write host:port, ray://host:port, auto or local")
    return host, int(port)
