"""BBKN14 on the page points-and-intervals/proper-lower-bounds."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/proper-lower-bounds",
    section="3.1 Separation between proper learning and proper private learning")
