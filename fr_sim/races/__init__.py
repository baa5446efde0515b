"""Races of one line-up on one stage: what was asked, what was counted, its tables and its record."""
