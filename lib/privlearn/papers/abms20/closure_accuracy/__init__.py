"""ABMS20 on the page closure/closure-accuracy: Why learning a composition step by step is accurate."""

from privlearn.checking.registry import on_page

claim = on_page("closure/closure-accuracy", section="7 Closure of private learning")
