"""KLMNS20 on the page thresholds/consequences."""

from privlearn.claims.registry import on_page

claim = on_page("thresholds/consequences", section="1.1 Overview of the first construction")
