"""The report in a real Chromium: silent, alone, and usable by mouse, keyboard, phone, and bare."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from railbird.detectors.report import render
from railbird.detectors.report.text import visible
from railbird.detectors.report_data import ReportData
from tests.detectors.report_fakes import PAYLOADS, fake, hostile

pytestmark = pytest.mark.browser

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1280,900"
).split()


class Reader:
    """A browser that opens reports from a folder and remembers what it complained about."""

    def __init__(self, driver: webdriver.Chrome, folder: Path) -> None:
        self.driver = driver
        self.folder = folder

    def open(self, data: ReportData, *, script: bool = True, width: int = 1280) -> Reader:
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        self.log("browser")
        self.log("performance")
        page = self.folder / "report.html"
        page.write_text(render(data), encoding="utf-8")
        self.driver.get("about:blank")
        self.driver.get(page.as_uri())
        return self

    def log(self, kind: str) -> list[dict[str, object]]:
        return list(self.driver.get_log(kind))

    def run(self, code: str) -> object:
        return self.driver.execute_script(code)

    def find(self, css: str) -> webdriver.remote.webelement.WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def shown(self, css: str) -> list[str]:
        found = self.driver.find_elements(By.CSS_SELECTOR, css)
        return [element.text for element in found if element.is_displayed()]

    def type(self, css: str, text: str) -> None:
        """Put text into a field as a paste does, whatever characters it holds."""
        code = "const f = arguments[0]; f.value = JSON.parse(arguments[1]);"
        code += "f.dispatchEvent(new Event('input'));"
        self.driver.execute_script(code, self.find(css), json.dumps(text))

    def requested(self) -> list[str]:
        events = [json.loads(str(entry["message"]))["message"] for entry in self.log("performance")]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not chromedriver:
        pytest.skip("Chromium is not installed (needs chromium and chromedriver on the PATH)")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    yield browser
    browser.quit()


@pytest.fixture
def reader(driver: webdriver.Chrome, tmp_path: Path) -> Reader:
    return Reader(driver, tmp_path)


@pytest.mark.parametrize("findings", [0, 3, 40])
def test_the_page_is_silent_and_asks_nobody_for_anything(reader: Reader, findings: int) -> None:
    reader.open(fake(findings, 100))
    assert reader.log("browser") == []
    page = (reader.folder / "report.html").as_uri()
    assert [url for url in reader.requested() if not url.startswith("data:")] == [page]
    assert reader.run("return performance.getEntriesByType('resource').length") == 0


def test_hostile_names_never_run_and_are_read_as_text(reader: Reader) -> None:
    reader.open(hostile())
    reader.find("#open-all").click()
    for payload in PAYLOADS:
        reader.type("#find-player", payload)
        assert reader.find("#person strong").text == visible(payload)
    assert reader.run("return window.hacked === undefined")
    assert reader.log("browser") == []


def test_a_pasted_raw_name_finds_its_player(reader: Reader) -> None:
    reader.open(hostile())
    reader.type("#find-player", "zero\u200bwidth")
    assert reader.find("#person strong").text == "zero⟨U+200B⟩width"


def test_a_script_that_is_not_ours_is_refused(reader: Reader) -> None:
    reader.open(fake(0, 10))
    reader.run(
        "const s = document.createElement('script'); s.textContent = 'window.hacked = 1';"
        "document.body.append(s);"
        "const i = document.createElement('img'); i.src = 'http://127.0.0.1:9/x';"
        "document.body.append(i);"
    )
    assert reader.run("return window.hacked === undefined")
    complaints = " ".join(str(entry["message"]) for entry in reader.log("browser"))
    assert "script-src" in complaints
    assert "img-src" in complaints


def test_without_script_all_findings_and_the_graph_are_there(reader: Reader) -> None:
    data = fake(12, 60)
    reader.open(data, script=False)
    rows = reader.shown("#findings-table tr.sum")
    assert len(rows) == 12
    for row, finding in zip(rows, data.findings, strict=True):
        assert all(player in row for player in finding.players)
    assert len(reader.shown("#player-graph .edge")) == 12
    assert reader.shown(".only-script") == []
    reader.find("#finding-1 summary").click()
    assert data.findings[0].evidence[0].hand_id in reader.find("#finding-1 .case-file").text


def test_the_table_sorts_and_filters_by_keyboard_alone(reader: Reader) -> None:
    data = fake(12, 60)
    reader.open(data)
    reader.find("th[data-key=hands] button").send_keys(Keys.ENTER)
    shown = [int(text.replace(",", "")) for text in reader.shown("tr.sum > td:nth-child(9)")]
    assert shown == sorted((finding.hands for finding in data.findings), reverse=True)
    assert reader.find("th[data-key=hands]").get_attribute("aria-sort") == "descending"
    reader.find("th[data-key=p] button").send_keys(Keys.SPACE)
    ranks = [int(text) for text in reader.shown("#findings-table td.rank")]
    by_p = sorted(range(12), key=lambda index: data.findings[index].p_value)
    assert ranks == [index + 1 for index in by_p]
    reader.find("#pick-tier").send_keys("case")
    assert {text for text in reader.shown("tr.sum .badge")} == {"case"}
    reader.find("#pick-tier").send_keys("all")
    wanted = data.findings[4].players[0]
    reader.find("#find-finding").send_keys(wanted.upper())
    rows = reader.shown("#findings-table tr.sum")
    assert rows
    assert all(wanted in row for row in rows)
    assert reader.find("#findings-shown").text == f"{len(rows)} of 12 findings shown"


def test_graph_search_chooses_a_player_and_leads_to_the_finding(reader: Reader) -> None:
    data = fake(6, 100)
    reader.open(data)
    finding = data.findings[2]
    reader.find("#find-player").send_keys(finding.players[0])
    assert reader.find("#person strong").text == finding.players[0]
    assert reader.find("#graph-told").text == f"found {finding.players[0]}"
    link = reader.find('#person a[href="#finding-3"]')
    link.send_keys(Keys.ENTER)
    assert reader.find("#finding-3 .case-file").is_displayed()
    reader.find("#find-player").send_keys(Keys.ESCAPE)
    assert not reader.find("#person").is_displayed()
    reader.find("#find-player").send_keys("nobody of that name")
    assert reader.find("#graph-told").text == "no player matches"


def test_graph_filters_by_tier_and_score(reader: Reader) -> None:
    data = fake(12, 100)
    reader.open(data)
    cases = sum(finding.tier == "case" for finding in data.findings)
    for tier in ("sanction", "screen", ""):
        reader.find(f'[data-pick-tier="{tier}"]').send_keys(Keys.SPACE)
    assert len(reader.shown("#player-graph .edge")) == cases
    assert f"{cases} pairs drawn" in reader.find("#graph-told").text
    reader.find("#only-linked").send_keys(Keys.SPACE)
    players = {p for f in data.findings if f.tier == "case" for p in f.players}
    assert len(reader.shown("#player-graph .node")) == len(players)
    reader.find("#least-bits").send_keys(Keys.END)
    assert len(reader.shown("#player-graph .edge")) < cases


def test_graph_drags_zooms_and_resets(reader: Reader) -> None:
    reader.open(fake(3, 60))
    node = reader.find('[data-node="5"]')
    before = node.get_attribute("transform")
    actions = webdriver.ActionChains(reader.driver)
    reader.run("document.getElementById('graph').scrollIntoView()")
    actions.move_to_element(reader.find('[data-node="5"] circle:last-of-type'))
    actions.click_and_hold().move_by_offset(40, 25).release().perform()
    moved = node.get_attribute("transform")
    assert moved != before
    reader.find("#zoom-in").send_keys(Keys.ENTER)
    assert node.get_attribute("transform") != moved
    reader.find("#zoom-reset").send_keys(Keys.ENTER)
    assert node.get_attribute("transform") == moved
    reader.find("#player-graph").send_keys(Keys.ARROW_LEFT)
    assert node.get_attribute("transform") != moved


OVERLAPS = """
const boxes = [...document.querySelectorAll('#player-graph .node text')]
  .filter((t) => t.style.display !== 'none' && getComputedStyle(t).display !== 'none')
  .map((t) => t.getBoundingClientRect());
let over = 0;
boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (wide > 3 && high > 3) over += 1;
}));
return [boxes.length, over];
"""


@pytest.mark.parametrize("script", [True, False])
def test_labels_of_a_large_graph_do_not_lie_on_each_other(reader: Reader, script: bool) -> None:
    reader.open(fake(40, 500), script=script)
    labels, over = reader.run(OVERLAPS)  # type: ignore[misc]
    assert labels >= 20
    assert over <= labels / 20  # widths of letters are estimated


@pytest.mark.parametrize("width", [320, 390, 800, 1024])
@pytest.mark.parametrize("data", [fake(12, 60), hostile(), fake(0, 60)])
def test_no_width_scrolls_sideways(reader: Reader, data: ReportData, width: int) -> None:
    reader.open(data, width=width)
    reader.run("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    root = "document.documentElement"
    assert reader.run(f"return {root}.scrollWidth - {root}.clientWidth") == 0
    assert reader.log("browser") == []


PICTURE = Path(__file__).parents[2] / "docs" / "make_picture.py"


def test_the_picture_of_the_readme_is_made_from_a_scan_folder(
    driver: webdriver.Chrome, tmp_path: Path
) -> None:
    (tmp_path / "report.html").write_text(render(fake(3, 60)), encoding="utf-8")
    made = tmp_path / "report.png"
    subprocess.run([sys.executable, str(PICTURE), str(tmp_path), str(made)], check=True)
    head = made.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:24]) == (1280, 1600)


def test_a_picture_of_a_folder_without_report_says_what_to_do(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(PICTURE), str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "run `railbird scan INPUT --out` first" in done.stderr
    assert "Traceback" not in done.stderr
