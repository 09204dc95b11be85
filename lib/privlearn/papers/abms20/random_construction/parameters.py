"""ABMS20, Section 4.2.1, equation (3): the parameters of the lower bound."""

from collections.abc import Callable

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.dimensions.composition.blocks import printed_parameters, union_bound
from privlearn.papers.abms20.random_construction import claim

claim("ABMS20-4.2.1.eq3", kind="inequality", step_of="ABMS20-2.2.lower",
      title="T(H) <= 2k suffices, as 2k = 4 floor(t/5) + 2 <= t for all t >= 6",
      note="Also checked: with T(H) <= 2k - 2, which the same event gives, floor(t/4) may stand for floor(t/5).")


@check("ABMS20-4.2.1.eq3", grade="exact",
       quantifier="t from 6 to 10000, which contains every case t = 5a + b with a <= 1999: 2k = 4a + 2 <= t says a + "
                  "b >= 2, true for a = 1, b >= 1 and for a >= 2",
       says="{2k = 4 floor(t/5) + 2} is at most {t}")
@sabotage("from t = 5 on", 5)
def twice_the_block_is_at_most_t(first: int = 6) -> Verdict:
    return judge("<=", ((t, 2 * printed_parameters(t)[1], t) for t in range(first, 10001)))

def refutes_twice_the_block_is_at_most_t(first, t):
    a, b = divmod(t, 5)
    return t >= first and a + b < 2


@check("ABMS20-4.2.1.eq3", grade="exact", quantifier="t from 6 to 1000: k = 2 log m + 1, m = 2^floor(t/5)",
       says="m = 2^floor(t/5) and k = 2 log m + 1")
@sabotage("k = 2 log m", lambda t: (printed_parameters(t)[0], printed_parameters(t)[1] - 1))
@judged("==")
def block_side_is_twice_the_logarithm_and_one(parameters=printed_parameters):
    for t in range(6, 1001):
        m, k = parameters(t)
        yield t, (m, 2**k), (2 ** (t // 5), 2 * m * m)

def refutes_block_side_is_twice_the_logarithm_and_one(parameters, t):
    m, k = parameters(t)
    fifths, log = t, 0
    while fifths >= 5:
        fifths, log = fifths - 5, log + 1
    return bin(m) != "0b1" + "0" * log or k != log + log + 1


QUARTER: tuple[int, Callable[[int], tuple[int, int]]] = (4, lambda t: (2 ** (t // 4), 2 * (t // 4) + 1))


@check("ABMS20-4.2.1.eq3", grade="exact",
       quantifier="t from 4 to 200: with T(H) <= 2k - 2 the same proof gives m = 2^floor(t/4), k = 2 log m + 1",
       says="m = 2^floor(t/4), 2k - 2 <= t, and the union bound is below 1")
@sabotage("m = 2^floor(t/3)", (4, lambda t: (2 ** (t // 3), 2 * (t // 3) + 1)))
@sabotage("k = 2 log m + 2", (4, lambda t: (QUARTER[1](t)[0], QUARTER[1](t)[1] + 1)))
@judged("==")
def quarter_of_t_meets_the_conditions_of_the_sharper_step(plan=QUARTER):
    for t in range(plan[0], 201):
        m, k = plan[1](t)
        yield t, (2 * k - 2 <= t, union_bound(m, k) < 1, m), (True, True, 2 ** (t // 4))

def refutes_quarter_of_t_meets_the_conditions_of_the_sharper_step(plan, t):
    m, k = plan[1](t)
    choices = 1
    for j in range(k):
        choices = choices * (m - j) // (j + 1)
    return 2 * (k - 1) > t or choices**2 >= 1 << k * (k - 1) or m.bit_length() - 1 != (t - t % 4) // 4
