"""Event-sourced game records and replay for tabletop games."""
