"""ABMS20 on the page closure/formulas: Every rule is a majority of majorities."""

from privlearn.checking.registry import on_page

claim = on_page("closure/formulas", section="4.2.2 Littlestone dimension")
