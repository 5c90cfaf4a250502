"""Runs the command line: `playfold`, or `python -m playfold`."""

import sys


def main() -> None:
    """Runs the command line and exits; ctrl-C while Python still loads it ends it in order, too."""
    try:
        from playfold.cli.main import main as run  # noqa: PLC0415 - loading it takes most of the start

        run()
    except KeyboardInterrupt:
        sys.stderr.write("playfold: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
