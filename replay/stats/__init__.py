"""Named statistics of an archive: every rate with its n and its interval, no versions pooled without a word."""
