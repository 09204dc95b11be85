"""Exercises of the foundations; they state no claims of a paper."""
