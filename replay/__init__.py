"""Records x engine: open a game, step, validate, branch, archive it, draw it."""
