"""FX14, Appendix B: Claim 17 and its proof, as in the journal version, with the same slips."""

from privlearn.papers.fx14.block_sizes import claim

claim("FX14-17", kind="claim", same_as=("FX15-6.3",), title="Claim 17: a random block size is stable",
      erratum_kind="false", erratum_of="FX15-6.3", repaired=True,
      erratum="False with the printed window, by the same example; a window of "
              "ceil(10/delta) consecutive scales repairs it.")

claim("FX14-B.2.1eq", kind="inequality", same_as=("FX15-6.1eq",), title="(2.1): None",
      difference="Numbered 2.1, a number that Yao's principle has already.")

claim("FX14-B.2.2eq", kind="inequality", same_as=("FX15-6.2eq",), title="(2.2): One",
      erratum_kind="misprint", erratum_of="FX15-6.2eq", erratum="The same slip, 1 - x <= e^x.")

claim("FX14-B.2.3eq", kind="inequality", same_as=("FX15-6.3eq",), title="(2.3): Two",
      erratum_kind="step", erratum_of="FX15-6.3eq", repaired=True, erratum="False at t = 1, as in the full version.")

claim("FX14-B.good", kind="definition", same_as=("FX15-6.3.good",), title="Good block sizes")

claim("FX14-B.2.4eq", kind="inequality", same_as=("FX15-6.4eq", "FX15-6.4.count"),
      title="(2.4) and the count of bad integers", erratum_kind="false", erratum_of="FX15-6.4.count", repaired=True,
      erratum="The same wrong count, 3: eight by the printed intervals, five in exact terms.")

claim("FX14-B.none", kind="inequality", same_as=("FX15-6.3.none",), title="A likely None is accurate",
      difference="The first relation is printed <= where it is =, which does no harm.")

claim("FX14-B.2.5eq", kind="inequality", same_as=("FX15-6.5eq", "FX15-6.5.err"),
      title="(2.5): the heaviest point is the stable answer, and accurate")
