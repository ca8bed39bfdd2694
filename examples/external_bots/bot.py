"""A bot of its own process, in Python: calls cheap bets, raises with a pair or better cards.

railbird league equity "cmd:python3 examples/external_bots/bot.py"
"""

import json
import sys

RANKS = "23456789TJQKA"


def decide(view):
    """Return the answer to one `act` message."""
    ranks = sorted((RANKS.index(card[0]) for card in view["hole_cards"]), reverse=True)
    pair = len(set(ranks)) < len(ranks)
    if view["raise"] and view["street"] == "preflop" and (pair or sum(ranks[:2]) > 20):
        least, most, _ = view["raise"]
        return {"move": "raise", "to": min(max(least, 3 * view["blinds"][1]), most)}
    if view["to_call"] <= view["pot"] / 4 or pair:
        return {"move": "call"}
    return {"move": "fold"}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1}
    elif message["type"] == "act":
        answer = {"id": message["id"], **decide(message)}
    else:  # "illegal": what was wrong with the last answer
        print(message, file=sys.stderr)
        continue
    print(json.dumps(answer), flush=True)
