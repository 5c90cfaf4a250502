"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

# No test asserts a time: a busy machine is slow at any example.
settings.register_profile("playfold", deadline=None)
settings.load_profile("playfold")
