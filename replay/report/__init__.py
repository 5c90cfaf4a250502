"""An archive told on one page: named statistics as charts and tables, in one file that needs nothing else."""
