"""Figures of the pages of the atlas."""
