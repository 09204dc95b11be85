"""FX14, Sections 1.1, 2.3 and 3: protocols, Yao's principle, the evaluation problem and thresholds."""

from __future__ import annotations

from privlearn.claims.registry import claim

PROTOCOLS, THRESHOLDS = "communication/one-way-protocols", "communication/greater-than"

claim("FX14-1.gt", kind="proposition", section="1.1 Our results", page=THRESHOLDS,
      title="Evaluating thresholds is greater-than", uses=("FX15-1.1", "FX15-3.1app.gt"), same_as=("FX15-1.1.gt",))

claim("FX14-2.3.protocol", kind="definition", section="2.3 Communication complexity", page=PROTOCOLS,
      title="One-way protocols and distributional complexity", uses=("FX15-conv",),
      same_as=("FX15-2.4.protocol", "FX15-2.4.dist"),
      difference="The same misprint: Bob's map is written with Alice's input for public coins.")

claim("FX14-2.1eq", kind="inequality", section="2.3 Communication complexity", page=PROTOCOLS,
      title="Yao's principle (2.1)", uses=("FX15-2.4.protocol", "FX15-2.4.dist"), same_as=("FX15-2.1eq",),
      difference="The same, and the same number; the repetition bound (2.2) that follows it is absent.")

claim("FX14-3.eval", kind="definition", section="3 Equivalence", page=PROTOCOLS,
      title="The evaluation problem of a class", uses=("FX15-2.4.protocol",), same_as=("FX15-3.eval",),
      difference="Without the shorthand R(C) for the complexity of the evaluation problem.")

claim("FX14-3.1app.thr", kind="corollary", section="3.1 Applications", page=THRESHOLDS,
      title="Thresholds: greater-than, VC dimension 1 and PRDim Omega(b), product distributions",
      uses=("FX15-3.1.le", "FX15-3.1.ge", "FX15-4.3"),
      same_as=("FX15-3.1app.thr", "FX15-3.1app.gt", "FX15-3.1app.product"))
