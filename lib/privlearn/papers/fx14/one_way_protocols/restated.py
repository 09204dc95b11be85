"""FX14, Sections 2.3 and 3: protocols, Yao's principle and the evaluation problem, as in the journal version."""

from privlearn.papers.fx14.one_way_protocols import claim

claim("FX14-2.3.protocol", kind="definition", title="One-way protocols and distributional complexity",
      uses=("FX15-conv",), same_as=("FX15-2.4.protocol", "FX15-2.4.dist"),
      difference="The same misprint: Bob's map is written with Alice's input for public coins.")

claim("FX14-2.1eq", kind="inequality", title="Yao's principle (2.1)", uses=("FX14-2.3.protocol",),
      same_as=("FX15-2.1eq",),
      difference="The same, and the same number; the repetition bound (2.2) that follows it is absent.")

claim("FX14-3.eval", kind="definition", section="3 Equivalence", title="The evaluation problem of a class",
      uses=("FX14-2.3.protocol",), same_as=("FX15-3.eval",),
      difference="Without the shorthand R(C) for the complexity of the evaluation problem.")
