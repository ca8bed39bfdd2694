"""The game: cards, hand ranks, equity, one hand, the tournament, and histories as tables.

Importing this package registers `railbird/Tournament-v0` with Gymnasium; the environment itself is
loaded when it is made.
"""

from gymnasium.envs.registration import register, registry

if "railbird/Tournament-v0" not in registry:
    register(
        id="railbird/Tournament-v0",
        entry_point="railbird.arena.env.single:TournamentEnv",
        vector_entry_point="railbird.arena.env.vector:TournamentVectorEnv",
    )
