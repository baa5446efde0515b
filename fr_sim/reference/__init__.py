"""The reference engine: the rules in plain Python, one file a phase, written for reading; rule ids stand in comments."""
