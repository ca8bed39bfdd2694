"""Tournaments as reinforcement-learning environments: Gymnasium, vector and PettingZoo. No rules.

Import `railbird.arena` and `gymnasium.make("railbird/Tournament-v0")`; see `single.py`, `vector.py`
and `tournament_v0.py`. The observation is documented in `observation.py`, actions in `actions.py`,
rewards in `rewards.py`, opponents in `opponents.py`.
"""
