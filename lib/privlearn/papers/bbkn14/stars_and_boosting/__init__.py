"""BBKN14 on the page points-and-intervals/stars-and-boosting: Any confidence, any epsilon, no dependence on d."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/stars-and-boosting",
    section="4.2 Improper private learning of POINT with O(1) samples")
