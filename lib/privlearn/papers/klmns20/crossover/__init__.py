"""KLMNS20 on the page thresholds/crossover: Closing the exponential gap, in rows."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/crossover", section="3.1 Privacy analysis of TreeLog")
