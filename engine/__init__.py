"""What happens: the contract of a rule set, events, fold, chance. Knows no files."""
