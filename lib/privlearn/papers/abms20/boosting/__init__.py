"""ABMS20 on the page closure/boosting: Majorities of classes: online boosting."""

from privlearn.checking.registry import on_page

claim = on_page("closure/boosting", section="4.2.2 Littlestone dimension")
