"""Remembers which faces and claims were without a fault, from one check to the next.

A face (or a claim) is told by its key, and by all values that it read with what they were.  The memory
lies in the kit's `output` folder (where there is one) and counts only as long as everything else is the same:
templates, art, icons, fonts, and cardgen itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen import __version__
from cardgen.checks.tracing import DataPath

FILE = Path("output/.check.json")
_FORM = 4
_MOST_BYTES = 30_000_000
_FOLDERS = ("templates", "art", "icons", "fonts")
_MISSING = "\0"


@dataclass(frozen=True, slots=True)
class Seen:
    """A face as it was drawn: what was read, a digest of the picture, the drawings in it.

    `digest` is None where the side is blank, and empty where it could not be drawn.
    """

    reads: tuple[tuple[DataPath, str], ...]
    digest: str | None
    uses: tuple[str, ...] = ()


Agreed = tuple[int, tuple[DataPath, ...], str]
"""A claim that agreed: how many values were compared, what was read, a digest of what that was."""


def mark(value: Any) -> str:
    """A value as text, the same for equal values only."""
    return repr(value)


@dataclass(slots=True)
class Memory:
    """Faces by key; those met in this run are kept for the next if they were clean."""

    root: Path
    digest: str
    _known: dict[str, list[Seen]] = field(default_factory=dict)
    _kept: dict[str, dict[Seen, None]] = field(default_factory=dict)
    _unclean: set[int] = field(default_factory=set)
    _sizes: set[str] = field(default_factory=set)
    _kept_sizes: set[str] = field(default_factory=set)
    _claims: dict[str, Agreed] = field(default_factory=dict)
    _kept_claims: dict[str, Agreed] = field(default_factory=dict)
    _passed: dict[str, int] = field(default_factory=dict)
    _changed: bool = False

    @classmethod
    def read(cls, root: Path) -> Memory:
        """The memory of the kit at `root`; empty when there is none, or anything else has changed since."""
        memory = cls(root, surroundings(root))
        try:
            path = root / FILE
            if path.stat().st_size > _MOST_BYTES:
                return memory
            data = json.loads(path.read_text("utf-8"))
            if data.get("form") != _FORM or data.get("digest") != memory.digest:
                return memory
            for key, entries in data["faces"].items():
                memory._known[str(key)] = [_seen(entry, data["paths"]) for entry in entries]
            memory._sizes = set(map(str, data["sizes"]))
            memory._passed = {str(key): int(count) for key, count in data["passed"].items()}
            for key, (compared, reads, digest) in data["claims"].items():
                paths = tuple(tuple(data["paths"][n]) for n in reads)
                memory._claims[str(key)] = (int(compared), paths, str(digest))
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            memory._known.clear()
            memory._sizes.clear()
            memory._claims.clear()
            memory._passed.clear()
        return memory

    def passed(self, how: str) -> int | None:
        """How many things a whole check looked at that found nothing in these very data; else None."""
        return self._passed.get(_data_digest(self.root, how))

    def passes(self, how: str, count: int) -> None:
        """Remember that a whole check has found nothing."""
        self._passed = {_data_digest(self.root, how): count}
        self._changed = True

    def agreed(
        self, key: str, flats: Sequence[Mapping[DataPath, Any]]
    ) -> tuple[int, tuple[DataPath, ...]] | None:
        """How many values of a claim were compared, and what it read, if that is the same in `flats`."""
        found = self._claims.get(key)
        if found is None or digest_of(found[1], flats) != found[2]:
            return None
        self._kept_claims[key] = found
        return found[0], found[1]

    def agree(
        self, key: str, compared: int, reads: Iterable[DataPath], flats: Sequence[Mapping[DataPath, Any]]
    ) -> None:
        """Remember a claim that agreed."""
        paths = tuple(sorted(reads))
        self._kept_claims[key] = (compared, paths, digest_of(paths, flats))
        self._changed = True

    def fits(self, sizes: str) -> bool:
        """Whether pieces and spaces of these sizes have been found to fit, in this run or before."""
        if sizes not in self._sizes:
            return False
        self._kept_sizes.add(sizes)
        return True

    def add_sizes(self, sizes: str) -> None:
        """Remember that pieces and spaces of these sizes fit, and that sheets hold them."""
        self._sizes.add(sizes)
        self._kept_sizes.add(sizes)
        self._changed = True

    def find(
        self, keys: tuple[str, ...], flat: Mapping[DataPath, Any], marks: dict[DataPath, str]
    ) -> Seen | None:
        """A face with one of these keys for which everything that was read is the same in `flat`.

        `marks` caches the marks of `flat`.
        """
        for key in keys:
            for seen in self._known.get(key, ()):
                if all(_mark_of(path, flat, marks) == known for path, known in seen.reads):
                    if id(seen) not in self._unclean:
                        self._kept.setdefault(key, {})[seen] = None
                    return seen
        return None

    def add(self, key: str, seen: Seen, clean: bool) -> None:
        """Remember a face that was just drawn; only clean ones outlive the run."""
        self._known.setdefault(key, []).insert(0, seen)
        if clean:
            self._kept.setdefault(key, {})[seen] = None
            self._changed = True
        else:
            self._unclean.add(id(seen))

    def write(self) -> None:
        """Keep what is clean, where the kit has an output folder; a failure costs time only."""
        path = self.root / FILE
        if not self._changed or not path.parent.is_dir():
            return
        numbers: dict[DataPath, int] = {}
        faces = {
            key: [
                [[[numbers.setdefault(p, len(numbers)), m] for p, m in seen.reads], seen.digest, seen.uses]
                for seen in entries
            ]
            for key, entries in sorted(self._kept.items())
        }
        data = {"form": _FORM, "digest": self.digest, "paths": list(numbers), "faces": faces}
        data["sizes"] = sorted(self._kept_sizes)
        data["claims"] = {
            key: [compared, [numbers.setdefault(path, len(numbers)) for path in paths], digest]
            for key, (compared, paths, digest) in sorted(self._kept_claims.items())
        }
        data["paths"] = list(numbers)
        data["passed"] = self._passed
        aside = path.with_name(".check.json.new")
        with contextlib.suppress(OSError):
            aside.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), "utf-8")
            aside.replace(path)


def _mark_of(path: DataPath, flat: Mapping[DataPath, Any], marks: dict[DataPath, str]) -> str:
    found = marks.get(path)
    if found is None:
        found = marks[path] = mark(flat[path]) if path in flat else _MISSING
    return found


def digest_of(paths: Iterable[DataPath], flats: Sequence[Mapping[DataPath, Any]]) -> str:
    """A digest of the values at some paths, in each of these contexts."""
    values = [flat.get(path, _MISSING) for path in paths for flat in flats]
    return hashlib.sha256(repr(values).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _seen(entry: Any, paths: list[list[str]]) -> Seen:
    reads, digest, uses = entry
    if not (digest is None or isinstance(digest, str)):
        raise ValueError(digest)
    return Seen(tuple((tuple(paths[n]), str(m)) for n, m in reads), digest, tuple(map(str, uses)))


def surroundings(root: Path) -> str:
    """A digest of everything that a face depends on beside the data: names, sizes and times of the files."""
    digest = hashlib.sha256(f"{_FORM} {__version__}".encode())
    for line in _files(Path(__file__).parents[1], ("",)):
        digest.update(line)
    for line in _files(root, _FOLDERS):
        digest.update(line)
    return digest.hexdigest()


def _data_digest(root: Path, how: str) -> str:
    """A digest of all data files, bytes and names, and of how they are checked."""
    digest = hashlib.sha256(how.encode())
    for path in sorted((root / "data").rglob("*.yaml")):
        digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
        with contextlib.suppress(OSError):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(root: Path, folders: tuple[str, ...]) -> Iterator[bytes]:
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".j2", ".svg", ".ttf", ".otf"):
                try:
                    state = path.stat()
                except OSError:
                    continue
                yield f"{path.relative_to(root).as_posix()} {state.st_size} {state.st_mtime_ns}\n".encode()
