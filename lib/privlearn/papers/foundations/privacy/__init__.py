"""Exercises of the page privacy."""
