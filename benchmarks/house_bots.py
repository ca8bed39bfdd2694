"""What house bots win from each other: `python benchmarks/house_bots.py games|order|bounties`.

`games`: the multi-street bot against each of five others in every game, big blinds (small bets in
fixed limit) in 100 hands: heads-up, and alone among five of them; duplicate deals, 95% intervals.
`order`: neighbours of `SKILL_ORDER`, four of each at a nine-handed sit & go, same decks with the
seats moved on. `bounties`: fifteen bounty hunters against fifteen of the same bot that does not
look at bounties, in the same events, each played again with their seats swapped.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import pairwise
from pathlib import Path

import numpy as np

from railbird.agents.duplicate import play_duplicate
from railbird.agents.league import League, open_match
from railbird.agents.scripted.house import house_bot
from railbird.agents.scripted.style import SKILL_ORDER
from railbird.agents.seats import AgentPolicy
from railbird.agents.standings import interval_of
from railbird.arena.hand.games import GAMES
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure_file import load_structure

BOT = "all-round"
OTHERS = ("caller", "random", "nit", "loose-passive", "tight-aggressive")
KINDS = (
    ("holdem", "no-limit"),
    ("holdem", "fixed-limit"),
    ("omaha", "pot-limit"),
    ("omaha5", "pot-limit"),
    ("omaha8", "pot-limit"),
    ("omaha8", "fixed-limit"),
    ("omaha5-8", "pot-limit"),
    ("stud", "fixed-limit"),
    ("stud8", "fixed-limit"),
    ("razz", "fixed-limit"),
)
FIELD = ("equity", "tight-aggressive", "loose-aggressive", "nit", "loose-passive", "push-fold")
FIELD += ("maniac", "tight-aggressive")


def structure(folder: str, game: str, betting: str, seats: int) -> str:
    """Write a structure of this game and return its path."""
    stud = GAMES[game].is_stud
    levels = '["20/40 a5", "30/60 a8"]' if stud else '["10/20", "15/30", "25/50"]'
    path = Path(folder) / f"{game}-{betting}-{seats}.toml"
    path.write_text(
        f'title = "{game}"\nformat = "sng"\nseats = {seats}\nentrants = {seats}\n'
        f"start_stack = {3000 if stud else 1500}\nbuy_in = 10\nfee = 1\nlevel_minutes = 10\n"
        f'payouts = "winner-takes-all"\ngame = "{game}"\nbetting = "{betting}"\nlevels = {levels}\n'
    )
    return str(path)


def shown(values: np.ndarray, digits: int = 0) -> str:
    """Return a mean and its 95% interval."""
    found = interval_of(float(values.mean()), values - values.mean())
    return f"{found.value:+.{digits}f} +- {found.high - found.value:.{digits}f}"


def games(deals: int) -> None:
    """Print what the bot wins in every game."""
    with tempfile.TemporaryDirectory() as folder:
        for game, betting in KINDS:
            for seats in (2, 6):
                row = []
                for other in OTHERS:
                    league = League(
                        (BOT, *(other,) * (seats - 1)),
                        structure(folder, game, betting, seats),
                        seed=5,
                    )
                    with open_match(league) as match:
                        won = play_duplicate(match, deals if seats == 2 else deals // 3).won
                    row.append(f"{other} {shown(100 * won[:, :, 0].mean(1))}")
                print(f"{game} {betting}, {seats} seats: " + "; ".join(row), flush=True)


def order(blocks: int) -> None:
    """Print by how many places, and cents, neighbours of the order differ."""
    for one, other in pairwise(SKILL_ORDER):
        places, prizes = [], []
        with open_match(League((one, other) * 4, "sng-9max", seed=21)) as match:
            for number in range(blocks):
                sums = {True: [0.0, 0.0], False: [0.0, 0.0]}
                for played in match.block(number):
                    for label, score in played.scores.items():
                        sums[label.split(" #")[0] == one][0] += score.places[0]
                        sums[label.split(" #")[0] == one][1] += score.prize
                count = 4 * match.block_size
                places.append((sums[False][0] - sums[True][0]) / count)
                prizes.append((sums[True][1] - sums[False][1]) / count)
        print(
            f"{one} over {other}: places {shown(np.array(places), 2)},"
            f" cents {shown(np.array(prizes))}",
            flush=True,
        )


def earned(first: str, second: str, preset: str, seed: int) -> np.ndarray:
    """Return by what fifteen of the first earned more than fifteen of the second, cents each.

    Of prizes and of bounties; the other fifteen of the event are of the field.
    """
    event = load_structure(preset)
    agents = {}
    for k in range(event.entrants):
        spec = (first, second, FIELD[k // 3 % len(FIELD)])[k % 3]
        agents[f"p{k}"] = house_bot(spec, seed * 1_009 + k)
    policy = AgentPolicy(agents)
    director = Director(event, list(agents), policy, seed=seed)
    policy.watch(director)
    director.run()
    won = np.zeros((3, 2))
    for player in director.field.players.values():
        won[int(player.name[1:]) % 3] += player.prize, player.bounties_won
    return (won[0] - won[1]) / (event.entrants // 3)


def bounties(events: int) -> None:
    """Print what looking at bounties earns; each event is played again with the seats swapped."""
    for preset in ("pko-45", "ko-45"):
        rows = []
        for k in range(events):
            there = earned("bounty-hunter", BOT, preset, k)
            rows.append((there - earned(BOT, "bounty-hunter", preset, k)) / 2)
            gains = np.array(rows)
            if (k + 1) % 20 == 0 or k + 1 == events:
                print(
                    f"{preset}, {k + 1} pairs of events, cents a player: all"
                    f" {shown(gains.sum(1))}, prizes {shown(gains[:, 0])},"
                    f" bounties {shown(gains[:, 1])}",
                    flush=True,
                )


def main() -> None:
    """Run what the first argument names; the second is how much of it."""
    runs = {"games": (games, 1_500), "order": (order, 12), "bounties": (bounties, 200)}
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in runs:
        sys.exit(f"usage: python benchmarks/house_bots.py {'|'.join(runs)} [HOW MANY]")
    run, amount = runs[name]
    run(int(sys.argv[2]) if len(sys.argv) > 2 else amount)


if __name__ == "__main__":
    main()
