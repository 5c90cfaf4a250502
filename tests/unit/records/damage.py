"""Lines of logs to damage, and what a reader has to say of a damaged one."""

from __future__ import annotations

from pathlib import Path

from playfold.errors import DamagedLogError, PlayfoldError
from playfold.records.reader import read

PLAY = '{"n":%d,"event":{"type":"placed","seat":1,"text":"h\u00e9"}}'
NOTE = '{"n":3,"event":{"type":"noted","on":0,"text":"%s"}}'


def failure(path: Path, *, good: int, kind: type[PlayfoldError] = DamagedLogError) -> PlayfoldError:
    """Reads in both ways, compares the failures, and checks the prefix; the file stays as it is."""
    before = path.read_bytes()
    quick, full = read(path), read(path, every_hash=True)
    for log in (quick, full):
        assert type(log.failure) is kind, log.failure
        assert [entry.n for entry in log.entries] == list(range(1, good + 1))
        assert log.tree.entries is log.entries
        assert log.size == len(b"".join(before.splitlines(keepends=True)[: good + 1]))
    assert str(quick.failure) == str(full.failure)
    assert path.read_bytes() == before
    assert full.failure is not None
    assert full.failure.path == str(path)
    assert full.failure.line == good + 2
    assert full.failure.hint
    return full.failure
