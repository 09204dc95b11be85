"""BBKN14 on the page points-and-intervals/interval-lower-bound."""

from privlearn.checking.registry import on_page

claim = on_page("points-and-intervals/interval-lower-bound", section="5 Private learning of intervals")
