"""KLMNS20 on the page thresholds/above-threshold: Many questions for the price of one."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/above-threshold", section="4 Decomposing TreeLog")
