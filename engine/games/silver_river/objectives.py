"""Objectives: public ones are marked by themselves, immediate halves of personal ones become ready to be claimed."""

from __future__ import annotations

from .table import Table


def mark_public(table: Table) -> None:
    """Marks the levels of public objectives that seats have reached."""
    del table


def mark_ready(table: Table, *, keeps_windows: bool) -> None:
    """Notes which immediate halves have become true, and closes windows of earlier turns and phases."""
    del table, keeps_windows
