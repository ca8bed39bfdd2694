"""What happened, as tables: one schema for every room that speaks of hands."""

from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import SCHEMAS, TABLES, History

__all__ = ["SCHEMAS", "TABLES", "History", "Recorder"]
