"""Figures of the pages on closure."""
