"""KLMNS20 on the page thresholds/lower-bounds: What every private algorithm must pay for an interior point."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/lower-bounds", section="1 Introduction")
