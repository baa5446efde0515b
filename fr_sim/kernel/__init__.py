"""The rules in lanes: 64 races in lockstep, every quantity of every rider a row of 64 small numbers."""
