"""Make the picture of the README: a scan's report.html, as Chromium shows it, to docs/report.png.

Usage: ``python docs/make_picture.py OUT_FOLDER [PICTURE]`` where OUT_FOLDER is what
``railbird scan … --out`` wrote, or ``demo-out/operator``. Needs selenium (the test extra),
chromium and chromedriver.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from selenium import webdriver

WIDTH, HEIGHT = 1280, 1600  # pixels: the headline, the first findings and the top of the graph
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --hide-scrollbars "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()


def main(arguments: list[str]) -> int:
    """Write the picture; return the exit status: 0 done, 1 nothing to draw, 2 bad usage."""
    if len(arguments) not in (1, 2):
        sys.stderr.write("usage: python docs/make_picture.py OUT_FOLDER [PICTURE]\n")
        return 2
    report = Path(arguments[0]).resolve() / "report.html"
    picture = Path(arguments[1] if len(arguments) == 2 else Path(__file__).with_name("report.png"))
    if not report.is_file():
        sys.stderr.write(f"{report}: no such file; run `railbird scan INPUT --out` first\n")
        return 1
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        sys.stderr.write("chromium and chromedriver must be on the PATH\n")
        return 1
    picture.write_bytes(photograph(report, chromium, driver))
    sys.stdout.write(f"{picture}\n")
    return 0


def photograph(report: Path, chromium: str, driver: str) -> bytes:
    """Return the top of the page as a PNG, in the light colours."""
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    with tempfile.TemporaryDirectory() as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        try:
            browser.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False},
            )
            browser.get(report.as_uri())
            return browser.get_screenshot_as_png()
        finally:
            browser.quit()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
