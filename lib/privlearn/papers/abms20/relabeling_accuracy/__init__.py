"""ABMS20 on the page closure/relabeling-accuracy: How good relabelled samples are."""

from privlearn.checking.registry import on_page

claim = on_page("closure/relabeling-accuracy", section="5, proof of Lemma 5.5")
