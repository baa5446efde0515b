"""Intervals of shares, means and paired differences: how sure a figure is."""
