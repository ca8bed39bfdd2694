"""Writes the numbers of a fit where the agents read them, under a name of its own."""

from __future__ import annotations

import hashlib
import io
from dataclasses import asdict
from pathlib import Path

import numpy as np

from railbird.agents.population import tables as shipped
from railbird.agents.population.tables import Tables


def ship(tables: Tables, folder: Path | None = None) -> Path:
    """Write `fitted-<digest>.npz`, name it in `tables.py` and delete the file it named before.

    `folder` is that of `agents.population` unless another is given.
    """
    source = Path(shipped.__file__) if folder is None else folder / "tables.py"
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **{k: v.astype(np.float32) for k, v in asdict(tables).items()})
    data = buffer.getvalue()
    arrays = b"".join(v.astype(np.float32).tobytes() for v in asdict(tables).values())
    path = source.parent / f"fitted-{hashlib.sha256(arrays).hexdigest()[:8]}.npz"
    text = source.read_text()
    path.write_bytes(data)
    source.write_text(text.replace(f'"{shipped.FITTED_FILE}"', f'"{path.name}"'))
    if path.name != shipped.FITTED_FILE:
        (source.parent / shipped.FITTED_FILE).unlink(missing_ok=True)
    return path
