"""Click commands: arguments in, text out, nothing else."""
