"""ABMS20 on the page closure/ramsey: A long ladder of a composed class hides a ladder of one of its parts."""

from privlearn.checking.registry import on_page

claim = on_page("closure/ramsey", section="4.2.1 Threshold dimension")
