"""All schemes by name: what `Group.scheme` and scenarios may say."""

from __future__ import annotations

from collections.abc import Callable

from railbird.agents.colluders.absence import SitOutTogether, Stalling
from railbird.agents.colluders.bounty import FeedBounty, GangUp
from railbird.agents.colluders.chat import ChatOffers, ChatSignals
from railbird.agents.colluders.dumping import (
    DumpByCoolers,
    DumpChips,
    DumpThroughThird,
    GiveChips,
    TakeChips,
)
from railbird.agents.colluders.identity import SeatHandover, SecondAccount
from railbird.agents.colluders.leaderboard import LeaderboardDeal
from railbird.agents.colluders.sharing import CardSharing
from railbird.agents.colluders.soft import CheckDown, OneSidedSoftPlay, SoftPlay
from railbird.agents.colluders.spot import Scheme
from railbird.agents.colluders.squeeze import Isolation, Whipsaw
from railbird.agents.registry import make_agent

__all__ = ["SCHEMES", "GiveChips", "Scheme", "SoftPlay", "TakeChips", "scheme_of"]


def _handed_to_equity() -> Scheme:
    return SeatHandover(make_agent("equity", 1))


SCHEMES: dict[str, Callable[[], Scheme]] = {
    "soft-play": lambda: SoftPlay(also_among_others=True),
    "soft-play-one-sided": OneSidedSoftPlay,
    "check-down": CheckDown,
    "dump-plain": DumpChips,
    "dump-coolers": DumpByCoolers,
    "dump-relayed": DumpThroughThird,
    "isolation": Isolation,
    "whipsaw": Whipsaw,
    "card-sharing": CardSharing,
    "sit-outs": SitOutTogether,
    "stalling": Stalling,
    "bounty-feeding": FeedBounty,
    "bounty-ganging": GangUp,
    "seat-handover": _handed_to_equity,
    "second-account": SecondAccount,
    "leaderboard-deal": LeaderboardDeal,
    "chat-signals": ChatSignals,
    "chat-offers": ChatOffers,
}


def scheme_of(spec: str | Scheme) -> Scheme:
    """Return a scheme, or the usual one of a name. Raises `ValueError` with the names there are."""
    if isinstance(spec, Scheme):
        return spec
    if spec not in SCHEMES:
        raise ValueError(f"no scheme {spec!r}; there are {', '.join(SCHEMES)}")
    return SCHEMES[spec]()
