"""The command line: one command a file, each a parsing function over a documented Python call."""
