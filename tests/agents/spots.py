"""Views of all-in-or-fold decisions before the flop, one for each class of hands."""

from __future__ import annotations

from railbird.agents.scripted.classes import CLASSES
from railbird.agents.scripted.icm_nash import CALL_STEAL, PUSH
from railbird.arena.tournament.view import new_views


def holding(number):
    a, b = divmod(number, 13)
    high, low = max(a, b), min(a, b)
    return (4 * high, 4 * low) if a > b else (4 * high, 4 * low + 1)


def views_of(spot, decision, unit=1000):  # noqa: PLR0915 -- a field a line
    """Views of a decision, one for each class of hands; `unit` chips to a blind of 1."""
    v = new_views(CLASSES)
    count = len(spot.stacks)
    stacks = [round(stack * unit) for stack in spot.stacks]
    ante, small, big = (round(x * unit) for x in (spot.ante, spot.small_blind, spot.big_blind))
    put = [ante, ante + small, ante + big] + [ante] * (count - 3)
    live = [True, True, True] + [False] * (count - 3)
    in_first = decision in (1, 3, 4)
    if in_first:
        put[0] = stacks[0]
    live[0] = in_first or decision == PUSH
    live[1] = decision != 3
    if decision in (4, CALL_STEAL):
        put[1] = stacks[1]
    me = (0, 1, 1, 2, 2, 2)[decision]
    v["hole_cards"], v["seats"], v["button"], v["seat"] = 2, count, 0, me
    v["small_blind"], v["big_blind"], v["ante"] = small, big, ante
    v["players_left"], v["places_paid"] = count, len(spot.prizes)
    v["prizes"][:, : len(spot.prizes)] = [round(p * 100_000) for p in spot.prizes]
    v["chips"] = sum(stacks)
    v["dealt"][:, :count] = 1
    v["live"][:, :count] = live
    v["contribution"][:, :count] = put
    v["stack"][:, :count] = [stack - paid for stack, paid in zip(stacks, put, strict=True)]
    v["street_bet"][:, :count] = [paid - ante for paid in put]
    v["pot"] = sum(put)
    v["current_bet"] = max(put) - ante
    v["to_call"] = min(max(put), stacks[me]) - put[me]
    raised = in_first or decision == CALL_STEAL
    v["street_raises"] = raised
    v["aggressor"] = (0 if in_first else 1) if raised else -1
    v["card_count"] = 2
    v["cards"][:, :2] = [holding(k) for k in range(CLASSES)]
    return v
