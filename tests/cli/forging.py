"""Logs as a forger would write them who knows the format, and what a folder holds."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path


def sealed(lines: list[bytes]) -> bytes:
    """Gives a log of these lines with hashes that follow, as a forger would who knows the format."""
    data = b""
    for line in lines:
        body = re.sub(rb',"hash":"[0-9a-f]{16}"\}$', b"", line)
        data += body
        data += b',"hash":"' + sha256(data).hexdigest()[:16].encode() + b'"}\n'
    return data


def contents(folder: Path) -> dict[str, bytes]:
    """Gives the bytes of each file of a folder by its name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}
