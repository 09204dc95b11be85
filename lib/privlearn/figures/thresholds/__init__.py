"""Figures of the pages on thresholds."""
