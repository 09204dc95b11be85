"""ABMS20 on the page closure/all-classes: The dimensions of all small classes."""

from privlearn.checking.registry import on_page

claim = on_page("closure/all-classes", section="1 Introduction")
