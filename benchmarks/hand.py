"""Actions a second of the hand kernel against PokerKit in the same run: processor time, medians.

    python benchmarks/hand.py

Random legal play, six seats, 100 big blinds: a batch of 1,024 tables, and one table with one
Python call an action. PokerKit plays the same game with everything automated.
"""

from __future__ import annotations

import random
import statistics
import time
import warnings
from collections.abc import Callable

import numpy as np
import pokerkit

from railbird.arena.hand.batch import act_at, new_streams, random_range, start_at
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import CALL, FOLD, RAISE, Tables, new_tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import (
    Stakes,
    blind_array,
    post_from_button_index,
    write_game,
    write_stakes,
)

TABLES = 1024
SEATS = 6
STAKES = Stakes.blinds(50, 100)
STACK = 10_000
ROUNDS = 5


class PotLimitOmahaEight(pokerkit.PotLimitOmahaHoldem):
    """Pot-limit Omaha hi/lo, which PokerKit lacks."""

    hand_types = (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand)


def ready_tables(count: int, game: str, betting: str) -> Tables:
    """Return tables with six equal stacks, before their first hand."""
    tables = new_tables(count)
    write_game(tables, GAMES[game], betting, HandRules())
    write_stakes(tables, STAKES, betting)
    tables["seats"] = SEATS
    tables["dealt"][:, :SEATS] = 1
    tables["start_stack"][:, :SEATS] = STACK
    tables["deck"] = np.arange(52)
    return tables


def batch_rate(game: str, betting: str) -> float:
    """Return actions a second of 1,024 tables, a call for each round of actions."""
    tables = ready_tables(TABLES, game, betting)
    streams = new_streams(TABLES, 1)
    stakes = blind_array(STAKES)
    random_range(tables, streams, stakes, 0, TABLES)

    def play() -> int:
        return sum(random_range(tables, streams, stakes, 0, TABLES) for _ in range(1000))

    return median_rate(play)


def single_rate() -> float:
    """Return actions a second of one table when Python chooses and makes every move."""
    tables = ready_tables(1, "holdem", "no-limit")
    stakes = blind_array(STAKES)
    rng = np.random.default_rng(1)
    deck = tables["deck"]
    over, can_fold = tables["over"], tables["can_fold"]
    low, high = tables["min_raise_to"], tables["max_raise_to"]
    chance = random.Random(1)

    def play() -> int:
        for _ in range(100_000):
            while over[0]:
                rng.shuffle(deck[0])
                tables["button"] = (tables["button"] + 1) % SEATS
                post_from_button_index(tables, 0, stakes)
                start_at(tables, 0)
            choice = int(chance.random() * 3)
            if choice == FOLD and can_fold[0]:
                act_at(tables, 0, FOLD, 0)
            elif choice == RAISE and high[0]:
                least, most = int(low[0]), int(high[0])
                act_at(tables, 0, RAISE, least + int(chance.random() * (most - least + 1)))
            else:
                act_at(tables, 0, CALL, 0)
        return 100_000

    play()
    return median_rate(play)


def pokerkit_rate(kind: type, seconds: float = 2.0) -> float:
    """Return PokerKit's actions a second on the same game."""
    automations = tuple(pokerkit.Automation)
    chance = random.Random(1)

    def play() -> int:
        done = 0
        end = time.process_time() + seconds / ROUNDS
        while time.process_time() < end:
            state = kind.create_state(  # type: ignore[attr-defined]
                automations, True, 0, (50, 100), 100, STACK, SEATS
            )
            while state.status:
                choice = int(chance.random() * 3)
                least = most = None
                # Its questions are dear: each is asked only when the answer is needed.
                if choice == RAISE:
                    least = state.min_completion_betting_or_raising_to_amount
                if least is not None:
                    most = state.max_completion_betting_or_raising_to_amount
                    state.complete_bet_or_raise_to(chance.randint(least, most))
                elif choice == FOLD and state.checking_or_calling_amount:
                    state.fold()
                else:
                    state.check_or_call()
                done += 1
        return done

    return median_rate(play)


def median_rate(play: Callable[[], int]) -> float:
    """Return the median of actions a second over the rounds."""
    rates = []
    for _ in range(ROUNDS):
        start = time.process_time()
        done = play()
        rates.append(done / (time.process_time() - start))
    return statistics.median(rates)


def main() -> None:
    """Print the rates and ratios, each beside what is wanted."""
    warnings.simplefilter("ignore")
    theirs = pokerkit_rate(pokerkit.NoLimitTexasHoldem)
    their_omaha = pokerkit_rate(PotLimitOmahaEight)
    batch, single = batch_rate("holdem", "no-limit"), single_rate()
    omaha = batch_rate("omaha8", "pot-limit")
    print(f"PokerKit, no-limit hold'em       {theirs:12,.0f} actions/s")
    print(f"PokerKit, pot-limit Omaha hi/lo  {their_omaha:12,.0f} actions/s")
    print(f"batch, no-limit hold'em          {batch:12,.0f}  {batch / theirs:7.0f} x (wanted 450)")
    print(f"one table, a call an action      {single:12,.0f}  {single / theirs:7.0f} x (wanted 25)")
    ratio = omaha / their_omaha
    print(f"batch, pot-limit Omaha hi/lo     {omaha:12,.0f}  {ratio:7.0f} x (wanted 300)")
    for game, betting in (
        ("holdem", "fixed-limit"),
        ("stud", "fixed-limit"),
        ("razz", "fixed-limit"),
    ):
        print(f"batch, {betting} {game:14}  {batch_rate(game, betting):12,.0f}")


if __name__ == "__main__":
    main()
