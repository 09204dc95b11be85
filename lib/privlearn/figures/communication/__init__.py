"""Figures of the pages on communication."""
