"""CLNSS23 on the page since/reorder-slice-compute: Private answers on slices of noisy size."""

from privlearn.checking.registry import on_page

claim = on_page("since/reorder-slice-compute", section="Statements by their names")
