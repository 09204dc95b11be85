"""ABMS20 on the page closure/aggregation: Composed classes and their dimensions."""

from privlearn.checking.registry import on_page

claim = on_page("closure/aggregation", section="2 Main results")
