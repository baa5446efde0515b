"""Studies: questions about the game, answered by simulation; `python -m reports.studies.make` makes their pages again."""
