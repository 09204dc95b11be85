"""KLMNS20 on the page thresholds/large-domains: A million points of a million bits: TreeLog without the tree."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/large-domains", section="3 Algorithm TreeLog")
