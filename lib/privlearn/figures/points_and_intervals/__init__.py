"""Figures of the pages on points and intervals."""
