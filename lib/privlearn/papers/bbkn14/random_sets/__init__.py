"""BBKN14 on the page points-and-intervals/random-sets: Fewer hypotheses than concepts: points with log d samples."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/random-sets",
    section="4.1 Improper private learning of POINT with O(log d) samples")
