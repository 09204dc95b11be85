"""KLMNS20 on the page thresholds/composition: What many private answers cost together."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/composition", section="2 Preliminaries")
