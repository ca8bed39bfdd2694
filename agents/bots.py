"""Every agent of this package by name: what `pyproject.toml` declares as entry points.

Each is called with a seed and returns an agent, as other packages' entry points do.
"""

from __future__ import annotations

from functools import partial

from railbird.agents.human import Human
from railbird.agents.population.people import human_like
from railbird.agents.population.tables import POPULATIONS
from railbird.agents.scripted.house import house_bot

random = partial(house_bot, "random")
check_fold = partial(house_bot, "check-fold")
caller = partial(house_bot, "caller")
nit = partial(house_bot, "nit")
loose_passive = partial(house_bot, "loose-passive")
tight_aggressive = partial(house_bot, "tight-aggressive")
loose_aggressive = partial(house_bot, "loose-aggressive")
maniac = partial(house_bot, "maniac")
equity = partial(house_bot, "equity")
push_fold = partial(house_bot, "push-fold")
all_round = partial(house_bot, "all-round")
bounty_hunter = partial(house_bot, "bounty-hunter")
human_like_player = partial(human_like, group=POPULATIONS[0])
human_like_pro = partial(human_like, group=POPULATIONS[1])
human = Human
