"""CLNSS23, what is quoted: the privacy of slices, delayed answers, thresholds and quasi-concave optimisation."""

from privlearn.papers.clnss23.reorder_slice_compute import claim

UNREAD = "The full text was not at hand, and the constants inside O are not known to us: "

claim("CLNSS23-privacy", kind="theorem", status="quoted",
      reason="a theorem of Cohen, Lyu, Nelson, Sarlós and Stemmer, known to us without its constant; a bound of ours "
             "with all constants stands below it",
      uses=("CLNSS23-rsc",),
      title="For every delta' > 0 the answers are (O(eps log(1/delta')), delta' + 2 t delta)-private for t slices",
      note=f"{UNREAD}it cannot be checked as it stands. What can be, with all constants, is stated as ours below it.")

claim("CLNSS23-delayed", kind="theorem", status="quoted",
      reason="a theorem of Cohen, Lyu, Nelson, Sarlós and Stemmer, known to us without its constant; a bound of ours "
             "with all constants stands below it",
      uses=("CLNSS23-rsc", "CLNSS23-privacy"),
      title="If each slice is used up to k times they are (O(eps (k + log(1/delta'))), delta' + 2 k t delta)-private",
      note=f"{UNREAD}a bound of ours, with constants, stands below it.")

claim("CLNSS23-thresholds", kind="theorem", status="quoted",
      reason="the upper bound is by Cohen, Lyu, Nelson, Sarlós and Stemmer, the lower one by Alon, Livni, Malliaris "
             "and Moran; nothing is computed for either",
      uses=("CLNSS23-privacy",),
      title="Thresholds on X are learned with O~(log* |X|) rows under approximate privacy, which is nearly optimal",
      note="From the abstract. The algorithm and its constants were not at hand, so no learner with the paper's "
           "parameters is offered; the lower bound Omega(log* |X|), for improper learners too, is by Alon, Livni, "
           "Malliaris and Moran.")

claim("CLNSS23-quasi-concave", kind="theorem", status="quoted",
      reason="a theorem of Cohen, Lyu, Nelson, Sarlós and Stemmer, stated after their abstract; nothing is computed "
             "for it",
      uses=("CLNSS23-privacy",),
      title="Private quasi-concave optimisation has the additive error 2^(log* |X|), up to lower order factors",
      note="From the abstract, upper and lower bound.")
