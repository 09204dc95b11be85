"""A search for parameters whose first proposal breaks a promise."""
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

Install = Callable[[ModuleType, dict[str, float]], list[Any]]


@pytest.fixture
def careless(monkeypatch) -> Install:
    """Let ``propose`` of a module overspend by some factors, the first time; return the budgets that it is given."""
    def install(plans: ModuleType, factors: dict[str, float]) -> list[Any]:
        asked, propose = [], plans.propose

        def proposed(budget: Any) -> Any:
            asked.append(budget)
            more = {name: getattr(budget, name) * factor for name, factor in factors.items()}
            return propose(replace(budget, **more) if len(asked) == 1 else budget)

        monkeypatch.setattr(plans, "propose", proposed)
        return asked

    return install
