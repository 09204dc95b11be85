"""ABMS20 on the page closure/many-unions: The union of many classes: experts, chips and perfect codes."""

from privlearn.checking.registry import on_page

claim = on_page("closure/many-unions", section="4.1 Closure under unions")
