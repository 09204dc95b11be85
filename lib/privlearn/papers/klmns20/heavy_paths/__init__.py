"""KLMNS20 on the page thresholds/heavy-paths: One random path, and the way back up."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/heavy-paths", section="4 Decomposing TreeLog")
