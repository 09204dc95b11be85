"""Ghazi, Golowich, Kumar and Manurangsi: proper private learning, and closure of dimensions (both 2021)."""

# The papers' contents: every page, with its modules in the order of the text.
CONTENTS = (("irreducibility", "irreducible", "predictions", "closure"),)
