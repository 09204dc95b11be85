"""BBKN14 on the page points-and-intervals/reconstructing-intervals: Independent noise does not hide an interval."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/reconstructing-intervals",
    section="5.2 Impossibility of private independent noise learners")
