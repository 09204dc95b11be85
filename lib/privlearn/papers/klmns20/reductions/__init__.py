"""KLMNS20 on the page thresholds/reductions."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/reductions", section="1 Introduction")
