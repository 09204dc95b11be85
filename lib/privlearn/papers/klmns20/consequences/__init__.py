"""KLMNS20 on the page thresholds/consequences."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/consequences", section="1.1 Overview of the first construction")
