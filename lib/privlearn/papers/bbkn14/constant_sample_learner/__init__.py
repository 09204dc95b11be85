"""BBKN14 on the page points-and-intervals/constant-sample-learner."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/constant-sample-learner",
    section="4.2 Improper private learning of POINT with O(1) samples")
