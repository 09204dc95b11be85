"""KLMNS20 on the page thresholds/heavy-paths-privacy: HeavyPaths: one random path for all levels."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/heavy-paths-privacy", section="4 Decomposing TreeLog")
