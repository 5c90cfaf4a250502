"""Settings of all tests."""

from __future__ import annotations

import signal

from hypothesis import settings

# No test asserts a time: a busy machine is slow at any example.
settings.register_profile("playfold", deadline=None)
settings.load_profile("playfold")

# A shell's background job ignores ctrl-C, and the programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # so would they under nohup; this process outlives its terminal
    signal.signal(signal.SIGHUP, lambda _number, _frame: None)
