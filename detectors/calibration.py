"""Whether the p-values of a scan look like chance: quantiles, bands, tail counts."""

from __future__ import annotations

import numpy as np

from railbird.detectors.findings import SchemeResult
from railbird.detectors.report_data import Calibration

_MOST_POINTS = 200
_EXTREMES = 60
_TAILS = (0.05, 0.01, 1e-3, 1e-4)


def calibration(result: SchemeResult) -> Calibration | None:
    """Return expected and observed quantiles of the scheme's p-values; None without tests."""
    # Imported here: scipy.stats takes a second and a half.
    from scipy.stats import beta, kstest

    p_values = np.sort(result.tests.p_value[result.tested])
    count = len(p_values)
    if not count:
        return None
    rank = _thinned(count)
    chance = (rank - 0.5) / count
    low = beta.ppf(0.975, rank, count - rank + 1)
    high = beta.ppf(0.025, rank, count - rank + 1)
    return Calibration(
        scheme=result.scheme.name,
        pairs=count,
        expected=_logs(chance),
        observed=_logs(p_values[rank - 1]),
        low=_logs(low),
        high=_logs(high),
        tail=tuple((t, int(np.sum(p_values <= t)), t * count) for t in _TAILS),
        pair_sd=result.tests.null.pair_sd.usual,
        ks_p_value=float(kstest(p_values, "uniform").pvalue),
    )


def _thinned(count: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return ranks from 1: the smallest p-values all, the rest evenly."""
    if count <= _MOST_POINTS:
        return np.arange(1, count + 1)
    rest = np.linspace(_EXTREMES + 1, count, _MOST_POINTS - _EXTREMES)
    return np.unique(np.concatenate([np.arange(1, _EXTREMES + 1), rest.astype(np.int64)]))


def _logs(p_values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, ...]:
    return tuple(float(v) for v in -np.log10(np.maximum(p_values, 1e-300)))
