"""ABMS20 on the page closure/relabeling-privacy: What relabelling costs in privacy, exactly."""

from privlearn.checking.registry import on_page

claim = on_page("closure/relabeling-privacy", section="5, proof of Lemma 5.3")
