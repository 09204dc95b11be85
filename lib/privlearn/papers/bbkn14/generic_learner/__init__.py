"""BBKN14 on the page points-and-intervals/generic-learner: One learner for every class, and an exact one for points."""

from privlearn.checking.registry import on_page

claim = on_page("points-and-intervals/generic-learner", section="3 Proper learning vs. proper private learning")
