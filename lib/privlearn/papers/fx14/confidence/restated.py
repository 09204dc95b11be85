"""FX14, Appendix B: confidence improved by repetition, as in the journal version."""

from privlearn.papers.fx14.confidence import claim

claim("FX14-B.improve", kind="proposition", same_as=("FX15-6.improve",), title="Boosting the confidence (outline)",
      difference="Only the outline, with (epsilon/2, 1/2); the full version's Appendix C is absent.")
