"""FX15, Appendix C: the numbers of the amplified learner, and how many runs are enough."""

from fractions import Fraction
from itertools import product

from privlearn.claims import Verdict, check, judge, judged, sabotage
from privlearn.claims.fx15.confidence import claim
from privlearn.exact import exp_bracket, log_bracket
from privlearn.learners.lines.confidence import amplified_plan, enough_runs
from privlearn.learners.lines.plans import amplification_runs

BETAS = (Fraction(1, 20), Fraction(1, 4), Fraction(49, 100))
ERRORS = (Fraction(1, 10), Fraction(1, 5), Fraction(2, 5))
PRIVACY = (Fraction(1, 4), Fraction(49, 100))
SETTINGS = tuple(product(ERRORS, BETAS, PRIVACY))


claim("FX15-C.alg", kind="algorithm",
      title="Confidence amplification: k runs at confidence 1/4, then a selection on m fresh rows",
      uses=("FX15-6.2", "FX15-6.2.overall", "FX15-C.EM"),
      erratum="k is no integer in general and is rounded up. The logarithm in m is to base 2, as elsewhere in the "
              "paper; with the natural one the failure exceeds delta for tiny delta (see the union bound). All k runs "
              "fail with probability (1/4)^k, not (3/4)^k, so log_4(2/delta) runs are enough.")


@check("FX15-C.alg", grade="certified",
       quantifier="epsilon in {0.1, 0.2, 0.4}, delta in {0.05, 0.25, 0.49}, alpha in {0.25, 0.49}, beta = 1/100: k "
                  "and m are the least integers that are at least the printed numbers",
       fingerprint=lambda plan: [plan(e, d, a, Fraction(1, 100)).rows for e, d, a in SETTINGS])
@sabotage("delta in place of epsilon in m", lambda e, d, a, b: amplified_plan(d, d, a, b))
@judged("==")
def numbers_are_the_printed_ones_rounded_up(plan=amplified_plan):
    for e, d, a in SETTINGS:
        made = plan(e, d, a, Fraction(1, 100))
        runs = log_bracket(2 / d, 128) / log_bracket(Fraction(4, 3), 128)
        rows = log_bracket(4 * made.runs / d, 128) / log_bracket(2, 128) * 16 / (e * a)
        whole = (-(-(runs.upper * 10**20 // 1) // 10**20), -(-(rows.lower * 10**20 // 1) // 10**20))
        total = made.runs * max(made.run.block_sizes) * made.run.blocks + made.selection
        yield (e, d, a), (made.runs, made.selection, made.rows), (*whole, total)

@numbers_are_the_printed_ones_rounded_up.verifier
def _(plan, witness):
    e, d, a = witness
    made = plan(e, d, a, Fraction(1, 100))
    fits = 4**made.runs * d >= 2 * 3**made.runs and 4 ** (made.runs - 1) * d < 2 * 3 ** (made.runs - 1)
    nats = e * a * made.selection / 16 * log_bracket(2, 128)  # to be at least ln(4 k/beta), and not with one row less
    target, step = 4 * made.runs / d, e * a / 16 * log_bracket(2, 128)
    return not (fits and exp_bracket(nats, 128).upper >= target and exp_bracket(nats - step, 128).lower < target)


claim("FX15-C.hit", kind="inequality", step_of="FX15-C.alg", title="Some run is accurate", uses=("FX15-6.2",))


@check("FX15-C.hit", grade="exact", quantifier="delta = 10^-j for j = 1, ..., 30 and k/100 for k = 1, ..., 49",
       fingerprint=lambda runs: [runs(Fraction(1, 10**j)) for j in range(1, 31)])
@sabotage("ceil(ln(1/delta)) runs", lambda beta: -((-log_bracket(1 / beta).upper) // 1))
@sabotage("one run less", lambda beta: amplification_runs(beta) - 1)
def all_runs_fail_with_at_most_half_of_delta(runs=amplification_runs) -> Verdict:
    betas = (*(Fraction(1, 10**j) for j in range(1, 31)), *(Fraction(k, 100) for k in range(1, 50)))
    return judge("<=", ((beta, Fraction(3, 4) ** runs(beta), beta / 2) for beta in betas))

@all_runs_fail_with_at_most_half_of_delta.verifier
def _(runs, beta):
    failing = Fraction(2)
    for _ in range(runs(beta)):
        failing -= failing / 4
    return failing > beta


@check("FX15-C.hit", grade="exact", quantifier="the same delta: log_4(2/delta) runs are enough, and one less is not",
       fingerprint=lambda runs: [runs(Fraction(1, 10**j)) for j in range(1, 31)])
@sabotage("the printed number", amplification_runs)
def fewer_runs_are_enough(runs=enough_runs) -> Verdict:
    betas = (*(Fraction(1, 10**j) for j in range(1, 31)), *(Fraction(k, 100) for k in range(1, 50)))
    return judge("==", ((d, (Fraction(1, 4) ** runs(d) <= d / 2, Fraction(1, 4) ** (runs(d) - 1) > d / 2), (True, True))
                        for d in betas))

@fewer_runs_are_enough.verifier
def _(runs, beta):
    goal, least = 2 / beta, 0
    while 4**least < goal:
        least += 1
    return runs(beta) != least
