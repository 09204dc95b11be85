"""Judges of the exercises, one module for each page that has exercises.

A judge takes an answer and says "accepted: ..." or "not yet: ..." with the reason.
"""
