"""BBKN14 on the page points-and-intervals/representing-classes: How few hypotheses represent the points?."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/representing-classes",
    section="3.1 Separation between proper learning and proper private learning")
