"""Figures of the pages on the foundations."""
