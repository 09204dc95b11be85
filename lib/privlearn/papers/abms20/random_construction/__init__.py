"""ABMS20 on the page closure/random-construction."""

from privlearn.checking.registry import on_page

claim = on_page("closure/random-construction", section="4.2.1 Threshold dimension")
