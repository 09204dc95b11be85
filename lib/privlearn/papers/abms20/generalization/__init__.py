"""ABMS20 on the page closure/generalization: What a sample says about the whole."""

from privlearn.checking.registry import on_page

claim = on_page("closure/generalization", section="3.2 Preliminaries on private learning")
