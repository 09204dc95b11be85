"""BBKN14 on the page points-and-intervals/introduction: What learning points costs: the map of the paper."""

from privlearn.checking.registry import on_page

claim = on_page("points-and-intervals/introduction", section="1 Introduction")
