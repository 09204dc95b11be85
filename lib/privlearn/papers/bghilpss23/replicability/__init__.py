"""BGHILPSS23 on the page since/replicability: Private algorithms can be run so that others repeat them."""

from privlearn.checking.registry import on_page

claim = on_page("since/replicability", section="Statements as others tell them")
