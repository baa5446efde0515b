"""The kernel made ready for a question: seats, batches of races, the plan of chunks, and what can be asked at all."""
