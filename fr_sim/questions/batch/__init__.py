"""A batch: a grid of stages, editions, line-ups and seeds, every cell a question of its own."""
