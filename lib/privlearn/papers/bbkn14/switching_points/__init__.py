"""BBKN14 on the page points-and-intervals/switching-points."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/switching-points",
    section="5.1 Restrictions on the hypothesis class (switching points)")
