"""ABMS20 on the page closure/closure-learner: Learning a composed class privately."""

from privlearn.checking.registry import on_page

claim = on_page("closure/closure-learner", section="7 Closure of private learning")
