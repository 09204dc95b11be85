"""KLMNS20 on the page thresholds/stopping-point."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/stopping-point", section="4 Decomposing TreeLog")
