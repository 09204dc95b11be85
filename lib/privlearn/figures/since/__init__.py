"""Figures of the part since."""
