"""KLMNS20 on the page thresholds/utility: How often TreeLog is right."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/utility", section="3.2 Utility analysis of TreeLog")
