"""FX14, Section 2.2: Theorem 6, as Theorem 2.5 of FX15."""

from privlearn.claims.registry import claim

claim("FX14-6", kind="theorem", section="2.2 Representation dimension", page="communication/representation-learning",
      title="Theorem 6: SCDP against the probabilistic representation dimension",
      same_as=("FX15-2.5.ub", "FX15-2.5.lb", "FX15-2.5.agn"))
