"""The package: every room is listed, wheel and sdist install and run, help starts at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("arena", "agents", "datasets", "detectors", "cli")
DATA = {".txt.gz", ".csv", ".j2", ".js", ".css", ".toml", ".json", ".typed"}


def project() -> dict:  # type: ignore[type-arg]
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def package_folders() -> set[str]:
    """Return every folder of the rooms that holds Python files, as an import name."""
    return {
        "railbird." + ".".join(path.parent.relative_to(ROOT).parts)
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }


def test_every_package_folder_is_listed() -> None:
    assert set(project()["tool"]["setuptools"]["packages"]) == package_folders()


def test_every_package_folder_has_an_init() -> None:
    for name in package_folders():
        folder = ROOT.joinpath(*name.split(".")[1:])
        assert (folder / "__init__.py").is_file(), f"{folder} has no __init__.py"


def test_every_room_is_mapped_to_its_folder() -> None:
    mapped = project()["tool"]["setuptools"]["package-dir"]
    assert mapped == {f"railbird.{room}": room for room in ROOMS}


def is_data(path: Path) -> bool:
    return any(path.name.endswith(ending) for ending in DATA)


def tracked(*folders: str) -> list[str]:
    """Return the names under version control in `folders`, all when none are given."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout, so which files belong to the project is not known")
    listed = subprocess.run(
        ["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def copy_of_the_tree(target: Path) -> Path:
    """Copy what is under version control, so that a build leaves nothing in the tree."""
    for name in tracked():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    return target


def run(*args: object, cwd: Path) -> str:
    done = subprocess.run(
        [str(arg) for arg in args], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build wheel and sdist, the wheel from the sdist, without fetching anything."""
    pytest.importorskip("setuptools", reason="building needs setuptools in this environment")
    tree = copy_of_the_tree(tmp_path_factory.mktemp("tree"))
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, cwd=tree)
    return out


@pytest.mark.slow
def test_wheel_holds_every_module_and_data_file(built: Path) -> None:
    [wheel] = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    files = [name for name in tracked(*ROOMS) if name.endswith(".py") or is_data(Path(name))]
    assert {f"railbird/{name}" for name in files} - names == set()
    assert {name.split("/")[0] for name in names} == {
        "railbird",
        wheel.name.split("-py3")[0] + ".dist-info",
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_installs_into_a_fresh_environment_and_runs(built: Path, kind: str, tmp_path: Path) -> None:
    """The environment sees this one's libraries by a path file, so nothing is downloaded."""
    [package] = built.glob(kind)
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "env", cwd=tmp_path)
    python = tmp_path / "env" / "bin" / "python"
    site = run(python, "-c", "import site; print(site.getsitepackages()[0])", cwd=tmp_path).strip()
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    # A path file inside this one is not obeyed, so the editable railbird here stays unseen.
    (Path(site) / "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--ignore-installed"]
    run(*pip, "--no-deps", "--no-index", "--no-build-isolation", package, cwd=tmp_path)
    where = "import railbird.cli.main as m; print(m.__file__)"
    assert str(tmp_path / "env") in run(python, "-c", where, cwd=tmp_path)
    command = tmp_path / "env" / "bin" / "railbird"
    assert "check" in run(command, "--help", cwd=tmp_path)
    sample = Path(site) / "railbird" / "datasets" / "samples"
    assert "No law is broken." in run(command, "check", "--quiet", sample, cwd=tmp_path)


def seconds(*args: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, *args], capture_output=True, check=True)
    return perf_counter() - start


def test_help_starts_in_a_few_times_what_python_needs() -> None:
    """As a ratio, because machines differ; `railbird --help` imports no command."""
    code = (
        "import sys; sys.argv = ['railbird', '--help']; from railbird.cli.main import main; main()"
    )
    pairs = [(seconds("-c", code), seconds("-c", "pass")) for _ in range(5)]
    assert median(help_ / empty for help_, empty in pairs) < 12
