"""FX15, Section 5.2: the parameter gamma, good messages, and how many lines can have bad ones."""

from collections.abc import Iterator
from fractions import Fraction

from privlearn.checking import Verdict, all_hold, check, judge, sabotage, verifier
from privlearn.communication.lines import good_size, largest_bad_share, proof_gamma, proof_messages
from privlearn.exact.fractions import HALF
from privlearn.exact.primes import primes
from privlearn.papers.fx15.lines_lower_bound import claim
from privlearn.papers.fx15.lines_lower_bound.instances import printed_messages

claim("FX15-5.3.gamma", kind="inequality", step_of="FX15-5.3",
      title="The parameters: gamma is at least 2/121 from p = 110 on, and log(1/gamma) at most 6")


@check("FX15-5.3.gamma", grade="exact", quantifier="all integers p = 11, ..., 2000; equality at p = 110",
       says="gamma is at least 2/121 exactly from p = 110 on, with equality there")
@sabotage("p >= 109", 109)
def gamma_reaches_two_over_121_at(first: int = 110) -> Verdict:
    least = Fraction(2, 121)
    return all_hold(judge("==", ((p, proof_gamma(p) >= least, p >= first) for p in range(11, 2001))),
                    judge("==", [((first, "equality"), proof_gamma(first), least)]))

def refutes_gamma_reaches_two_over_121_at(first, witness):
    p = witness[0] if isinstance(witness, tuple) else witness
    return (121 * (p - 10) ** 2 >= 100 * p * p) != (p >= first) or 11 * (first - 10) != 10 * first


@check("FX15-5.3.gamma", grade="exact",
       quantifier="all integers p = 110, ..., 2000, as powers; then log p - 1 - log(1/gamma) is at least log p - 7",
       says="{1/gamma} is at most {2^6}")
@sabotage("at most 59/10", Fraction(59, 10))
def logarithm_of_the_inverse_is_at_most(most: Fraction = Fraction(6)) -> Verdict:
    root, power = most.denominator, most.numerator
    return judge("<=", ((p, 1 / proof_gamma(p) ** root, 2**power) for p in range(110, 2001)))

def refutes_logarithm_of_the_inverse_is_at_most(most, witness):
    top, bottom = 2 * (witness - 10) ** 2, 100 * witness**2  # gamma
    return top**most.denominator * 2**most.numerator < bottom**most.denominator


@check("FX15-5.3.gamma", grade="exact", quantifier="all integers p = 11, ..., 2000: when log p - 7 is at most 0",
       says="p/128, the messages that log p - 7 bits mean, is at most 1 exactly up to p = 128")
@verifier(lambda last, witness: (witness > 2**7) == (witness <= last))
@sabotage("110, the other threshold of the proof", 110)
def printed_bound_says_nothing_up_to(last: int = 128) -> Verdict:
    return judge("==", ((p, printed_messages(p) <= 1, p <= last) for p in range(11, 2001)))


claim("FX15-5.3.good", kind="definition", uses=("FX15-5.1", "FX15-5.3.mu"),
      title="Good messages, and why at most half the lines have bad ones",
      note="A message's lines are uniform, so that it is good if it has at least p/gamma of them. The budget 2^c = p "
           "gamma / 2 is at least 1 for p >= 128 or so; primes with a budget below one message are left out.")


@check("FX15-5.3.good", grade="exact",
       quantifier="all primes from 127 to 10^4: the largest share over all ways to divide the p^2 lines among "
                  "floor(p gamma / 2) messages",
       says="{the largest share of lines with bad messages} is less than {1/2}")
@sabotage("2^(c+2) messages: all of them can be bad", lambda p: int(2 * p * proof_gamma(p)))
def bad_messages_have_less_than_half(budget=proof_messages) -> Verdict:
    return judge("<", ((p, largest_bad_share(p * p, budget(p), good_size(p)), HALF)
                       for p in primes(127, 10**4) if proof_messages(p) >= 1))

def refutes_bad_messages_have_less_than_half(budget, witness):
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
       says="{the largest bad share by the formula} equals {the largest over all divisions}")
@sabotage("all messages as large as bad ones can be, even where some must be good",
          lambda lines, messages, good: min(Fraction(1), Fraction(messages * (good - 1), lines)))
def formula_for_the_largest_bad_share(share=largest_bad_share) -> Verdict:
    return judge("==", (((n, k, good), share(n, k, good), max(
        Fraction(sum(size for size in sizes if size < good), n) for sizes in divisions(n, k)))
        for n in range(1, 17) for k in range(1, 6) for good in range(1, 10)))

def refutes_formula_for_the_largest_bad_share(share, n, k, good):
    reach = {0: {0}}  # after some messages: lines used -> possible numbers of bad lines
    for _ in range(k):
        step: dict[int, set[int]] = {used: set(bad) for used, bad in reach.items()}
        for used, bad in reach.items():
            for size in range(1, n - used + 1):
                step.setdefault(used + size, set()).update(b + size * (size < good) for b in bad)
        reach = step
    return share(n, k, good) != Fraction(max(reach[n]), n)
