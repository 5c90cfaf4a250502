"""Plays the golden games of The Silver River anew and writes their logs: `python -m silver_river FOLDER [NAME...]`."""

from __future__ import annotations

import sys
from pathlib import Path

from .games import write_all

if __name__ == "__main__":
    write_all(Path(sys.argv[1]), sys.argv[2:])
