"""BBKN14 on the page points-and-intervals/noise-learners."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/noise-learners",
    section="5.2 Impossibility of private independent noise learners with low sample complexity")
