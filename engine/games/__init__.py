"""The games that playfold ships, one package each: a rulebook in code."""
