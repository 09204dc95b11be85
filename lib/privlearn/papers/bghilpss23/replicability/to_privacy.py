"""BGHILPSS23: from replicability to privacy, by a private choice among the outputs of blocks; and what is context."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import is_at_most
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import HALF, THIRD, THREE_HALVES
from privlearn.laws import Law, proportional, pure, uniform
from privlearn.learning.replicability import agreement, agreement_bound, ordered_samples, threshold_rule
from privlearn.mechanisms import all_databases, audit_approximate, replace_one
from privlearn.mechanisms.agreement import chosen_by_agreement, private_from_replicable
from privlearn.papers.bghilpss23.replicability import claim
from privlearn.papers.bghilpss23.replicability.instances import algorithms, bits, cases, sequences

Maker = Callable[..., Callable[[Any], Law]]
Setting = tuple[str, int, int, Fraction, int]  # algorithm, blocks, rows of a block, e^epsilon, threshold

EXPONENTIAL = {"ratio ** (T - 1)": r"e^{\eps(T-1)}", "ratio ** (T - k)": r"e^{\eps(T - k)}"}


@formula("at most", where=("1 + ratio**(1 - T) <= ratio",), tex=EXPONENTIAL | {
    "1 + ratio ** (1 - T) <= ratio": r"1 + e^{\eps(1-T)} \le e^\eps"},
         corners={"ratio": (Fraction(11, 10), Fraction(3, 2), Fraction(2), 4), "T": (1, 2, 3, 4, 26)}, loose={
             "1 + ratio**(1 - T) <= ratio": "taking a block and giving it back needs it, not the choices tried"})
def agreed_delta(ratio: Value, T: int) -> Value:
    return 1 / (1 + ratio**(T - 1))


@formula("equals", tex=EXPONENTIAL, corners={"ratio": (1, Fraction(3, 2), 2), "T": (0, 1, 3), "k": (1, 2, 5)})
def answer_chance(ratio: Value, T: int, k: int) -> Value:
    return 1 / (1 + ratio**(T - k))


claim("BGHILPSS23-agreement", kind="remark", section="0 Exact forms and proofs", uses=("KLMNS20-2.4",),
      formulas=(agreed_delta,),
      title="Run on blocks with shared coins, choose the output of most blocks: (2 epsilon, delta)-private, coins "
            "published, with delta = 1/(1 + e^(epsilon (T - 1)))",
      note="Of the paper's construction the idea: its own private choice, and its constants, were not read.")

SETTINGS: list[Setting] = [(name, blocks, rows, ratio, threshold)
                           for name, blocks, rows in (("itself", 1, 1), ("itself", 2, 1), ("itself", 3, 1),
                                                      ("threshold", 1, 2), ("threshold", 2, 2), ("parity", 2, 2))
                           for ratio, threshold in ((Fraction(2), 2), (Fraction(2), 4), (THREE_HALVES, 3))]


def read(name: str, rows: int) -> tuple[Any, Law, range]:
    """Return an algorithm that is run on blocks, the law of its coins, and the values of a row."""
    if name == "itself":
        return lambda block, _: block[0], pure(0), range(3)
    if name == "threshold":
        return threshold_rule, uniform(range(1, rows + 1)), range(2)
    return lambda block, coin: (sum(block) + coin) % 2, uniform((0, 1)), range(2)


def made(make: Maker, setting: Setting) -> Callable[[Any], Law]:
    """Return the mechanism of a setting."""
    name, blocks, rows, ratio, threshold = setting
    algorithm, coins, _ = read(name, rows)
    return make(algorithm, coins, blocks=blocks, exp_epsilon=ratio, threshold=threshold)


def choosing_otherwise(choose: Callable[[Any, Fraction, int], Law]) -> Maker:
    """Return a maker of the mechanism with another way of choosing among the outputs of the blocks."""
    def make(algorithm: Any, coins: Law, *, blocks: int, exp_epsilon: Fraction, threshold: int) -> Any:
        def law(database: Any) -> Law:
            size = len(database) // blocks
            parts = [database[k * size:(k + 1) * size] for k in range(blocks)]
            return coins.then(lambda r: choose([algorithm(part, r) for part in parts], exp_epsilon, threshold).map(
                lambda output: (r, output)))

        return law

    return make


def overlapping(algorithm: Any, coins: Law, **given: Any) -> Any:
    """Let every block read the row after it too."""
    blocks, ratio, threshold = given["blocks"], given["exp_epsilon"], given["threshold"]

    def law(database: Any) -> Law:
        size = len(database) // blocks
        parts = [(*database, *database)[k * size:(k + 1) * size + 1] for k in range(blocks)]
        return coins.then(lambda r: chosen_by_agreement([algorithm(part[1:], r) if k else algorithm(part[:size], r)
                                                         for k, part in enumerate(parts)], ratio, threshold).map(
            lambda output: (r, output)))

    return law


def without_refusal(outputs: Any, ratio: Fraction, threshold: int) -> Law:
    """Choose among the outputs that occur, and always answer."""
    return proportional({output: ratio ** outputs.count(output) for output in outputs})


@check("BGHILPSS23-agreement", grade="exhaustive", quantifier="6 algorithms with 1 to 3 blocks of 1 or 2 rows, "
       "e^epsilon = 2 and 3/2, 3 thresholds: all databases, all neighbours",
       says="{the least delta at ratio e^(2 epsilon)} is at most {1/(1 + e^(epsilon (T - 1)))}, and exactly that if "
       "one block reads its row")
@sabotage("the threshold is one block lower", choosing_otherwise(lambda o, r, t: chosen_by_agreement(o, r, t - 1)))
@sabotage("the threshold is one block higher", choosing_otherwise(lambda o, r, t: chosen_by_agreement(o, r, t + 1)))
@sabotage("an answer is always given", choosing_otherwise(without_refusal))
@sabotage("the most frequent output, without noise", choosing_otherwise(lambda o, r, t: pure(max(o, key=o.count))))
@sabotage("blocks read a row of their neighbour", overlapping)
def choice_of_most_blocks_is_private(make: Maker = private_from_replicable) -> Verdict:
    def least_delta(setting: Setting) -> Fraction:
        databases = all_databases(read(setting[0], setting[2])[2], setting[1] * setting[2])
        return audit_approximate(made(make, setting), databases, replace_one, setting[3] ** 2).delta

    found = [(setting, least_delta(setting), agreed_delta(*setting[3:])) for setting in SETTINGS]
    return all_hold(judge("<=", found), judge("==", (case for case in found if case[0][:2] == ("itself", 1))))

def refutes_choice_of_most_blocks_is_private(make: Maker, setting: Setting) -> bool:
    name, blocks, rows, ratio, threshold = setting
    values, mechanism = read(name, rows)[2], made(make, setting)
    laws = {database: mechanism(database).exact() for database in product(values, repeat=blocks * rows)}
    worst = max(sum(max(Fraction(0), p - ratio**2 * laws[right].get(o, 0)) for o, p in laws[left].items())
                for left in laws for right in laws if sum(a != b for a, b in zip(left, right, strict=True)) == 1)
    limit = 1 / (1 + ratio ** (threshold - 1))
    return worst > limit or (name, blocks) == ("itself", 1) and worst != limit


OUTPUTS = ("a", "b", "c", "c")


def worst_step(left: tuple[str, ...], right: tuple[str, ...], ratio: Fraction, threshold: int) -> Fraction:
    """Return by how much an event of a choice may exceed ``ratio^2`` times what it is after a row is replaced."""
    laws = [chosen_by_agreement(outputs, ratio, threshold).exact() for outputs in (left, right)]
    return sum((max(Fraction(0), p - ratio**2 * laws[1].get(o, 0)) for o, p in laws[0].items()), Fraction(0))


@check("BGHILPSS23-agreement", grade="exact", quantifier="1 to 3 blocks that have an output in common, or not, one of "
       "which gets another output; e^epsilon = 11/10, 3/2, 2 and 4, T = 2, 3, 4 and 26 as far as the condition allows",
       says="{the least delta at ratio e^(2 epsilon)} is at most {1/(1 + e^(epsilon (T - 1)))}")
@judged("<=")
def one_block_changes_the_choice_by_delta(delta=agreed_delta) -> Iterator[Any]:
    for ratio, threshold in delta.instances():
        for left in (OUTPUTS[:1], OUTPUTS[:2], OUTPUTS[1:]):
            for new in ("b", "c", "d"):
                case = left, (new, *left[1:]), Fraction(ratio), threshold
                yield case, worst_step(*case), delta(ratio, threshold)

def refutes_one_block_changes_the_choice_by_delta(delta, left, right, ratio, threshold) -> bool:
    """The event is the output that the block had, or another that has become likelier."""
    shares = [{o: ratio**outputs.count(o) for o in outputs} | {None: ratio**threshold} for outputs in (left, right)]
    gains = [p / sum(shares[0].values()) - ratio**2 * shares[1].get(o, 0) / sum(shares[1].values())
             for o, p in shares[0].items()]
    return not is_at_most(sum(gain for gain in gains if gain > 0), delta(ratio, threshold))


claim("BGHILPSS23-agreement.answer", kind="remark", section="0 Exact forms and proofs", formulas=(agreement_bound,
                                                                                                  answer_chance),
      uses=("BGHILPSS23-agreement", "BGHILPSS23-replicable"),
      title="A rho-replicable algorithm agrees on k blocks with probability at least (1 - rho)^(k - 1), and then the "
            "choice answers with probability 1/(1 + e^(epsilon (T - k)))")

@check("BGHILPSS23-agreement.answer", against="optimum", grade="exact", quantifier="4 algorithms on bits with "
       "probability 0, 1/6, ..., 1, blocks of 1 to 3 rows, 2 to 5 blocks; and the algorithm that returns a row uniform "
       "on 1 to 5 values",
       says="{(1 - rho)^(k - 1)} is at most {the agreement of k blocks}, with equality for the row itself")
def blocks_agree_as_often_as_pairs_promise(bound=agreement_bound) -> Verdict:
    def on_bits() -> Iterator[Any]:
        for name, p, rows in cases(3, 6):
            algorithm, coins = algorithms(rows)[name]
            same = agreement(algorithm, bits(p), rows, coins=coins)
            for k in range(2, 6):
                yield (name, p, rows, k), bound(same, k), agreement(algorithm, bits(p), rows, coins=coins, runs=k)

    def on_rows() -> Iterator[Any]:
        for m, k in product(range(1, 6), range(2, 6)):
            row = uniform(range(m))
            found = {runs: agreement(lambda block, _: block, row, 1, coins=pure(0), runs=runs) for runs in (2, k)}
            yield (m, k), bound(found[2], k), found[k]
            yield (m, k), found[k], bound(found[2], k)

    return all_hold(judge("<=", on_rows()), judge("<=", on_bits()))

def refutes_blocks_agree_as_often_as_pairs_promise(bound, witness: tuple[Any, ...]) -> bool:
    if len(witness) == 2:
        m, k = witness
        return bound(Fraction(1, m), k) != Fraction(1, m ** (k - 1))
    name, p, rows, k = witness
    algorithm, coins = algorithms(rows)[name]
    laws = []
    for r in coins.exact():  # all coins of these algorithms are uniform
        law: dict[Any, Fraction] = {}
        for drawn in sequences(rows):
            law[algorithm(drawn, r)] = law.get(algorithm(drawn, r), Fraction(0)) + prod(
                p if bit else 1 - p for bit in drawn)
        laws.append(law)
    same, more = (sum((q**power for law in laws for q in law.values()), Fraction(0)) / len(laws) for power in (2, k))
    return not is_at_most(bound(same, k), more)


@check("BGHILPSS23-agreement.answer", grade="exact", quantifier="k = 1, 2, 5 blocks with one output, T = 0, 1, 3, "
       "e^epsilon = 1, 3/2, 2", says="{the probability of the output} is {1/(1 + e^(epsilon (T - k)))}")
@verifier(lambda chance, ratio, threshold, k: chance(ratio, threshold, k) * (ratio**k + ratio**threshold) != ratio**k)
@judged("==")
def blocks_that_agree_are_answered(chance=answer_chance) -> Iterator[Any]:
    for ratio, threshold, k in chance.instances():
        yield (Fraction(ratio), threshold, k), chosen_by_agreement("a" * k, ratio, threshold).exact()["a"], chance(
            ratio, threshold, k)


@check("BGHILPSS23-agreement.answer", grade="exact",
       quantifier="two blocks of 2 rows, the rule with a shared threshold and a parity with a shared bit; ones with "
                  "probability 1/3 and 1/2; e^epsilon = 2 and 3/2, 3 thresholds",
       says="{the probability of an answer} is {that of the numbers of blocks with the same output}")
@sabotage("the threshold is one block higher", choosing_otherwise(lambda o, r, t: chosen_by_agreement(o, r, t + 1)))
@sabotage("each block has its own coins", lambda algorithm, coins, **given: private_from_replicable(
    lambda block, both: algorithm(block, both[sum(block) % 2]), coins.then(lambda a: coins.map(lambda b: (a, b))),
    **given))
@sabotage("the last block is not read", choosing_otherwise(lambda o, r, t: chosen_by_agreement(o[:-1] or o, r, t)))
@judged("==")
def answers_come_as_the_blocks_agree(make: Maker = private_from_replicable) -> Iterator[Any]:
    for setting in SETTINGS:
        name, blocks, rows, ratio, threshold = setting
        if name != "itself" and blocks == 2:
            algorithm, coins, _ = read(name, rows)
            for p in (THIRD, HALF):
                mechanism, same = made(make, setting), agreement(algorithm, bits(p), rows, coins=coins)
                found = sum((w * (1 - _no_answer(mechanism(drawn))) for drawn, w in
                             ordered_samples(bits(p), blocks * rows)), Fraction(0))
                refused = ratio**threshold
                yield (setting, p), found, same * ratio**2 / (ratio**2 + refused) + (1 - same) * 2 * ratio / (
                    2 * ratio + refused)


def _no_answer(law: Law) -> Fraction:
    return sum((p for (_, output), p in law.exact().items() if output is None), Fraction(0))

def refutes_answers_come_as_the_blocks_agree(make: Maker, setting, p) -> bool:
    name, blocks, rows, ratio, threshold = setting
    algorithm, coins, _ = read(name, rows)
    mechanism, table = made(make, setting), coins.exact()
    for drawn in sequences(blocks * rows):  # on some database the answer has another probability than it must
        right = Fraction(0)
        for r, weight in table.items():
            one, other = algorithm(drawn[:rows], r), algorithm(drawn[rows:], r)
            weights = [ratio**2] if one == other else [ratio, ratio]
            right += weight * sum(weights) / (sum(weights) + ratio**threshold)
        if sum(q for (_, output), q in mechanism(drawn).exact().items() if output is not None) != right:
            return True
    return False


claim("BGHILPSS23-reductions", kind="theorem", status="quoted",
      reason="a theorem of Bun, Gaboardi, Hopkins, Impagliazzo, Lei, Pitassi, Sivakumar and Sorrell, stated after "
             "their abstract; nothing is computed for it",
      title="Perfect generalization, approximate privacy and replicability can be turned into each other with few more "
            "samples, and these reductions are statistically optimal",
      note="Stated after the abstract of the paper: its full text was not read.")

claim("BGHILPSS23-separation", kind="theorem", status="quoted",
      reason="a theorem of Bun, Gaboardi, Hopkins, Impagliazzo, Lei, Pitassi, Sivakumar and Sorrell, stated after "
             "their abstract; it speaks of running times, and nothing is computed for it",
      title="Some problems are easy under approximate privacy, but replicable algorithms for them would break "
            "public-key cryptography; and such a gap implies one-way functions",
      note="Stated after the abstract of the paper: its full text was not read. A statement about running times.")
