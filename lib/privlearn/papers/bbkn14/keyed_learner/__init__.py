"""BBKN14 on the page points-and-intervals/keyed-learner: A short key instead of a long table."""

from privlearn.checking.registry import on_page

claim = on_page("points-and-intervals/keyed-learner", section="4.2.1 Making the learner efficient")
