"""The schemes a scan looks for, one file each; `SCHEMES` is the list that is run."""

from __future__ import annotations

from railbird.detectors.schemes import chip_dumping, chip_flow, soft_play
from railbird.detectors.schemes.base import Scheme, Signal

SCHEMES: tuple[Scheme, ...] = (soft_play.SCHEME, chip_dumping.SCHEME, chip_flow.SCHEME)

__all__ = ["SCHEMES", "Scheme", "Signal"]
