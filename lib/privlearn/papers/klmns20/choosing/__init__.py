"""KLMNS20 on the page thresholds/choosing: Choosing privately: among all, or among those that occur."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/choosing", section="2.1 The exponential and choosing mechanisms")
