"""ABMS20 on the page closure/unions: The union of two classes."""

from privlearn.checking.registry import on_page

claim = on_page("closure/unions", section="4.1 Closure under unions")
