"""BBKN14 on the page points-and-intervals/generator-separation."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/generator-separation",
    section="6 Separation between efficient and inefficient proper private PAC learning")
