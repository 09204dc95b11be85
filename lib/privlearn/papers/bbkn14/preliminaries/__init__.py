"""BBKN14 on the page points-and-intervals/preliminaries: Privacy and learning: the definitions at work."""

from privlearn.checking.registry import on_page

claim = on_page("points-and-intervals/preliminaries", section="2.2 Preliminaries from learning theory")
