"""FX14, Section 4: augmented index, as in the journal version."""

from privlearn.papers.fx14.augmented_index import claim

claim("FX14-2", kind="theorem", section="1.1 Our results", same_as=("FX15-1.2",),
      title="Theorem 2: public-coin complexity against the Littlestone dimension", difference="another number")

claim("FX14-4.augindex", kind="definition", same_as=("FX15-4.augindex",), title="Augmented index")

claim("FX14-9", kind="lemma", same_as=("FX15-4.1",), title="Lemma 9: augmented index needs (1 - H(eps)) d bits",
      difference="cited, not proved", erratum_kind="convention", erratum_of="FX15-4.1", repaired=True,
      erratum="The condition eps <= 1/2 is missing, as in the full version.")

claim("FX14-10", kind="lemma", same_as=("FX15-4.2",), title="Lemma 10: the reduction from a mistake tree",
      erratum_kind="misprint", erratum_of="FX15-4.2", repaired=True,
      erratum="The same slip in the domain of m_X (prefixes of 1 to d bits for 0 to d - 1).")

claim("FX14-11", kind="corollary", same_as=("FX15-4.3",), title="Corollary 11: (1 - H(eps)) LDim bits",
      erratum_kind="convention", erratum_of="FX15-4.3", repaired=True,
      erratum="Stated for private coins only, and without eps <= 1/2, as in the full version.")

claim("FX14-4.zhang", kind="remark", status="quoted",
      reason="the quantum lower bound is only cited by Feldman and Xiao; nothing quantum is computed here",
      same_as=("FX15-4.zhang",), title="The quantum strengthening",
      note="As FX15-4.zhang: cited in the paper, nothing quantum is computed here.")
