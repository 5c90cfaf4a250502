"""A block of staged rows: what was written of many logs, in one file for each table.

DuckDB needs a millisecond for each file that it reads, whatever is in it; the rows of a small log take a tenth of that.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path


class Block:
    """Rows that are staged and not stored yet.

    Args:
        folder: where its files are kept.

    Attributes:
        files: the file with the rows of each table that has some.
        size: bytes of all of them.
    """

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, str] = {}
        self.size = 0
        self._folder = folder
        self._number = 0

    def add(self, parts: Mapping[str, str]) -> None:
        """Adds files of rows by table, and removes them.

        Raises:
            OSError: there is no room.
        """
        for table, part in parts.items():
            # No name is used twice: a database may remember what it read under one.
            file = self.files.setdefault(table, str(self._folder / f"block{self._number}-{table}.jsonl"))
            with open(part, "rb") as source, open(file, "ab") as target:  # noqa: PTH123 - a third of the time of Path
                shutil.copyfileobj(source, target)
                self.size += source.tell()
            Path(part).unlink()

    def clear(self) -> None:
        """Removes its files: what was in them is stored, or not wanted."""
        for file in self.files.values():
            Path(file).unlink()
        self.files, self.size, self._number = {}, 0, self._number + 1
