"""ABMS20 on the page closure/littlestone-classes: Classes given by equations."""

from privlearn.checking.registry import on_page

claim = on_page("closure/littlestone-classes", section="1 Introduction, Littlestone classes")
