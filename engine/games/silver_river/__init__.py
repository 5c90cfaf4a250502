"""The Silver River: ages of politics, technology, fleets and colonies for two to four players."""
