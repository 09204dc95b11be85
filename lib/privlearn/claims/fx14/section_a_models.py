"""FX14, Appendix A: the learning models, as in FX15, Section 2.1."""

from privlearn.claims.registry import claim

PAGE = "communication/private-learning"
SECTION = "Appendix A"

claim("FX14-13", kind="definition", section=SECTION, page=PAGE, title="Definition 13: PAC learning",
      same_as=("FX15-2.1",), difference="Stands in the appendix of the conference version.")

claim("FX14-14", kind="definition", section=SECTION, page=PAGE, title="Definition 14: agnostic learning",
      same_as=("FX15-2.2", "FX15-2.2.proper"), difference="Stands in the appendix of the conference version.")
