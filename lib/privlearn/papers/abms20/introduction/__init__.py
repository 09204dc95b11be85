"""ABMS20 on the page closure/introduction: Closure: what a class composed of learnable classes inherits."""

from privlearn.checking.registry import on_page

claim = on_page("closure/introduction", section="1 Introduction")
