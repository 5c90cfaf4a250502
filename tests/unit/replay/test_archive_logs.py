"""Logs are examined in batches, their rows stored in blocks, so that no process waits long for another."""

from __future__ import annotations

from pathlib import Path

import pytest

from playfold.replay.archive_examine import Work
from playfold.replay.archive_logs import Batches


def batches(sizes: list[int], jobs: int) -> Batches:
    work = (
        Work(number, f"{number}.jsonl", "tic-tac-toe@1.0", "", size, deep=False) for number, size in enumerate(sizes, 1)
    )
    return Batches(work, Path("staged"), jobs, len(sizes))


@pytest.mark.parametrize("jobs", [1, 2, 8])
@pytest.mark.parametrize("logs", [1, 2, 7, 300, 1000])
def test_every_log_is_in_one_batch_in_order(logs: int, jobs: int) -> None:
    """No log is left out or given twice, and what is taken says the same numbers."""
    made = batches([1000] * logs, jobs)
    given = list(made)
    assert [work.src for batch in given for work in batch.logs] == list(range(1, logs + 1))
    assert [batch.number for batch in given] == list(range(1, len(given) + 1))
    assert [made.take() for _ in given] == [[work.src for work in batch.logs] for batch in given]


def test_the_last_batches_are_small() -> None:
    """With processes each batch is a part of what is left, so that none of them has much to do when the others end."""
    sizes = [len(batch.logs) for batch in batches([1000] * 300, 2)]
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], sizes[-8:]) == (37, [1] * 8)
    assert [len(batch.logs) for batch in batches([1000] * 900, 1)] == [263, 263, 263, 111]


def test_a_batch_holds_no_more_than_memory_is_for() -> None:
    """Large logs are given alone, many small ones at most some hundred at a time."""
    assert [len(batch.logs) for batch in batches([2 << 20] * 3, 2)] == [1, 1, 1]
    assert max(len(batch.logs) for batch in batches([1] * 100_000, 2)) == 400
    assert max(len(batch.logs) for batch in batches([1] * 1000, 1)) == 400


def test_blocks_are_halves_of_what_is_left() -> None:
    """With processes rows are stored when as much was taken as is left; in one, when memory is full."""
    made = batches([1 << 20] * 16, 2)
    given = list(made)
    stored = []
    rows = 0
    for number, _ in enumerate(given, 1):
        made.take()
        rows += 2 << 20
        if made.are_worth_storing(rows):
            stored.append(number)
            rows = 0
    assert stored == [8, 12, 14, 16]
    alone = batches([1 << 20] * 16, 1)
    first = next(iter(alone))
    assert (len(first.logs), alone.take(), alone.are_worth_storing(8 << 20)) == (1, [1], False)
    assert alone.are_worth_storing(16 << 20)
