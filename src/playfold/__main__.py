"""Runs the command line: `python -m playfold`."""

from playfold.cli.main import main

main()
