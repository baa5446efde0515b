"""The game's vocabulary: cards, riders, terrain, stages, rules and line-ups, without numpy, numba or files."""
