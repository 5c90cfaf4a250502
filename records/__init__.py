"""What is stored: header, entry, log file, chain of hashes, tree of lines, archive tables. Knows no rules."""
