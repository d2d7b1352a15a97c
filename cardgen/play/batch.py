"""Many games, in chunks of a fixed size: the same results however many processes share them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from importlib import import_module
from itertools import permutations
from multiprocessing import get_context
from typing import Any

from cardgen.play.engines import Engine, find_engine
from cardgen.play.table import game_random, play
from cardgen.play.tally import SHARE, PairTally, Tally, by_strategy

CHUNK = 40
"""Games a chunk: long enough to be worth sending to another process, short enough for progress."""

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Task:
    """One chunk: which games, at which table, by which data.  Plain values, fit to be sent anywhere."""

    engine: str
    data: Mapping[str, Any]
    lineup: tuple[str, ...]
    seed: int
    start: int
    stop: int
    other: Mapping[str, Any] | None = None
    """A second version of the data, to be compared on the same games."""

    @property
    def games(self) -> int:
        """How many games are played, counting both versions."""
        return (self.stop - self.start) * (1 if self.other is None else 2)


@dataclass(slots=True)
class Chunk:
    """What a task came to."""

    tally: Tally
    other: Tally | None = None
    pairs: dict[str, PairTally] | None = None


def plain(value: Any) -> Any:
    """Return data as plain dicts, lists and scalars, which every process can read."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    return value


def seating(lineup: Sequence[str], index: int) -> tuple[str, ...]:
    """Return who sits where in game `index`: every arrangement in turn, so that no seat is favoured."""
    orders = sorted(set(permutations(lineup)))
    return orders[index % len(orders)]


def tasks_for(
    engine: str,
    data: Mapping[str, Any],
    lineup: Sequence[str],
    games: int,
    seed: int,
    other: Mapping[str, Any] | None = None,
) -> list[Task]:
    """Return the chunks of a series of games."""
    own, second = plain(data), None if other is None else plain(other)
    return [
        Task(engine, own, tuple(lineup), seed, start, min(games, start + CHUNK), second)
        for start in range(0, games, CHUNK)
    ]


def _series(
    task: Task, data: Mapping[str, Any], tally: Tally
) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
    """Play a task's games, add them up, and yield each game's wins (twelfths) and points by strategy."""
    engine: Engine = find_engine(task.engine)
    game = engine.game(data)
    seat = engine.bench(game)
    for index in range(task.start, task.stop):
        names = seating(task.lineup, index)
        counters = [tally.strategy(name).usage for name in names]

        def watch(before: Any, actor: int, action: Any, after: Any, counters: Any = counters) -> None:
            tally.actions += actor >= 0
            counter = counters[actor] if actor >= 0 else tally.chance
            for tag in engine.tags(game, before, action, after):
                counter[tag] += 1

        last = play(game, seat(names), game_random(task.seed, index), watch)
        shares, totals, ledger = game.returns(last), game.totals(last), game.ledger(last)
        for player, name in enumerate(names):
            tally.strategy(name).add_game(player, shares[player], totals[player], ledger[player])
        tally.games += 1
        tally.rounds += game.rounds_played(last)
        tally.won_together += any(shares)
        yield by_strategy(names, [round(share * SHARE) for share in shares]), by_strategy(names, totals)


def run_task(task: Task) -> Chunk:
    """Play one chunk; a pure function of the task."""
    chunk = Chunk(Tally())
    if task.other is None:
        for _ in _series(task, task.data, chunk.tally):
            pass
        return chunk
    chunk.other, chunk.pairs = Tally(), {}
    first, second = _series(task, task.data, chunk.tally), _series(task, task.other, chunk.other)
    for (wins, points), (other_wins, other_points) in zip(first, second, strict=True):
        for name in wins:
            pair = chunk.pairs.setdefault(name, PairTally())
            pair.add(other_wins[name] - wins[name], other_points[name] - points[name])
    return chunk


Backend = Callable[[Sequence[Task], Progress | None], Iterable[Chunk]]
"""Runs tasks and returns their chunks in the order of the tasks."""


def in_process(tasks: Sequence[Task], progress: Progress | None = None) -> list[Chunk]:
    """Run tasks one after another, here."""
    total, done, chunks = sum(task.games for task in tasks), 0, []
    for task in tasks:
        chunks.append(run_task(task))
        done += task.games
        if progress:
            progress(done, total)
    return chunks


def over_processes(jobs: int) -> Backend:
    """Return a backend that shares tasks among this many processes of this machine."""

    def run(tasks: Sequence[Task], progress: Progress | None = None) -> list[Chunk]:
        if jobs <= 1 or len(tasks) <= 1:
            return in_process(tasks, progress)
        total, done = sum(task.games for task in tasks), 0
        chunks: list[Chunk | None] = [None] * len(tasks)
        context = get_context("spawn")
        with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=context) as pool:
            places: dict[Future[Chunk], int] = {}
            queue = iter(enumerate(tasks))
            for _ in range(jobs * 3):
                _submit(pool, queue, places)
            while places:
                ready, _ = wait(places, return_when=FIRST_COMPLETED)
                for future in ready:
                    place = places.pop(future)
                    chunks[place] = future.result()
                    done += tasks[place].games
                    _submit(pool, queue, places)
                if progress:
                    progress(done, total)
        return [chunk for chunk in chunks if chunk is not None]

    return run


def _submit(
    pool: ProcessPoolExecutor, queue: Iterator[tuple[int, Task]], places: dict[Future[Chunk], int]
) -> None:
    """Send the next task, if there is one; a few are kept ahead, not a whole grid of them."""
    following = next(queue, None)
    if following is not None:
        places[pool.submit(run_task, following[1])] = following[0]


def over_dask(address: str) -> Backend:
    """Return a backend that shares tasks among the workers of a Dask cluster.

    Needs the extra `cardgen[dask]`, imported only here; the workers need cardgen installed.
    """

    def run(tasks: Sequence[Task], progress: Progress | None = None) -> list[Chunk]:
        distributed = import_module("distributed")
        total, done = sum(task.games for task in tasks), 0
        chunks: list[Chunk | None] = [None] * len(tasks)
        with distributed.Client(address) as client:
            futures = client.map(run_task, list(tasks), pure=False)
            places = {future.key: place for place, future in enumerate(futures)}
            for future, chunk in distributed.as_completed(futures, with_results=True):
                place = places[future.key]
                chunks[place] = chunk
                done += tasks[place].games
                if progress:
                    progress(done, total)
        return [chunk for chunk in chunks if chunk is not None]

    return run
