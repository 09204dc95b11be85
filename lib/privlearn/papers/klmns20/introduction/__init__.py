"""KLMNS20 on the page thresholds/introduction: Learning a threshold privately: what the domain costs."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/introduction", section="1 Introduction")
