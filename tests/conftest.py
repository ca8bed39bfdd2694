"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real histories and rule vectors; users don't have it, so tests skip without."""
    here = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("RAILBIRD_SHARED", here))
    if not (folder / "histories").is_dir():
        pytest.skip(f"the shared histories are not at {folder} (set RAILBIRD_SHARED)")
    return folder
