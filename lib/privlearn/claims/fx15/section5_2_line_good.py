"""FX15, Section 5.2: good messages of a protocol for lines, and how many lines can have bad ones."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from privlearn.claims.fx15.section5_2_line_inputs import PAGE, SECTION, primes
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.communication.line_bound import good_size, proof_gamma, proof_messages
from privlearn.communication.line_messages import largest_bad_share

HALF = Fraction(1, 2)

claim("FX15-5.3.good", kind="definition", section=SECTION, page=PAGE, uses=("FX15-5.1", "FX15-5.3.mu"),
      title="Good messages, and why at most half the lines have bad ones",
      note="A message's lines are uniform, so that it is good if it has at least p/gamma of them. The budget 2^c = "
           "p gamma / 2 is at least 1 for p >= 128 or so; primes with a budget below one message are left out.")


@check("FX15-5.3.good", grade="exact",
       quantifier="all primes from 127 to 10^4: the largest share over all ways to divide the p^2 lines among "
                  "floor(p gamma / 2) messages",
       fingerprint=lambda budget: budget(1009))
def bad_messages_have_less_than_half(budget=proof_messages) -> Verdict:
    return judge("<", ((p, largest_bad_share(p * p, budget(p), good_size(p)), HALF)
                       for p in primes(127, 10**4) if proof_messages(p) >= 1))


@bad_messages_have_less_than_half.verifier
def _(budget, witness):
    """Divide the lines into bad messages only, as long as the budget lasts."""
    p, left = witness, witness**2
    sizes: list[int] = []
    while left and len(sizes) < budget(p):
        size = left  # the largest number of lines with size * gamma < p
        while size * 2 * (p - 10) ** 2 >= 100 * p**3:
            size = (100 * p**3 - 1) // (2 * (p - 10) ** 2)
        sizes.append(size)
        left -= size
    bad = p * p if left == 0 else sum(sizes[:-1])
    return 2 * bad >= p * p

bad_messages_have_less_than_half.sabotage(
    "2^(c+2) messages: all of them can be bad", lambda p: int(2 * p * proof_gamma(p)))


def divisions(lines: int, messages: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to divide lines among at most so many messages, larger ones first."""
    def extend(left: int, most: int, places: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
        elif places:
            for first in range(min(left, most), 0, -1):
                yield from ((first, *rest) for rest in extend(left - first, first, places - 1))

    return extend(lines, lines, messages)


@check("FX15-5.3.good", grade="exhaustive",
       quantifier="all ways to divide n = 1, ..., 16 lines among at most k = 1, ..., 5 messages, good from 1, ..., 9 "
                  "lines on",
       fingerprint=lambda share: share(9, 2, 5))
def formula_for_the_largest_bad_share(share=largest_bad_share) -> Verdict:
    return judge("==", (((n, k, good), share(n, k, good), max(
        Fraction(sum(size for size in sizes if size < good), n) for sizes in divisions(n, k)))
        for n in range(1, 17) for k in range(1, 6) for good in range(1, 10)))


@formula_for_the_largest_bad_share.verifier
def _(share, witness):
    n, k, good = witness
    reach = {0: {0}}  # after some messages: lines used -> possible numbers of bad lines
    for _ in range(k):
        step: dict[int, set[int]] = {used: set(bad) for used, bad in reach.items()}
        for used, bad in reach.items():
            for size in range(1, n - used + 1):
                step.setdefault(used + size, set()).update(b + size * (size < good) for b in bad)
        reach = step
    return share(n, k, good) != Fraction(max(reach[n]), n)

formula_for_the_largest_bad_share.sabotage("all messages as large as bad ones can be, even where some must be good",
    lambda lines, messages, good: min(Fraction(1), Fraction(messages * (good - 1), lines)))
