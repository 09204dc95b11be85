"""BBKN14 on the page points-and-intervals/concentration: Concentration: three bounds against exact tails."""

from privlearn.checking.registry import on_page

claim = on_page("points-and-intervals/concentration", section="2.4 Concentration bounds")
