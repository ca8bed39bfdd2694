// The findings table: sorting, filtering, copying hand ids. Without this the table is complete.
"use strict";
(() => {
  document.documentElement.classList.add("has-script");

  const tell = (element, text) => { element.textContent = text; };

  function value(group, key) {
    const text = group.dataset[key];
    const parsed = Number(text);
    return text !== "" && Number.isFinite(parsed) ? parsed : text;
  }

  function order(a, b) {
    if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
    return typeof a === "number" ? -1 : 1; // unknown values go last
  }

  function sortable(table) {
    const heads = [...table.tHead.rows[0].cells].filter((cell) => cell.dataset.key);
    for (const head of heads) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const first = head.dataset.first || "ascending";
        const other = first === "ascending" ? "descending" : "ascending";
        const next = now === first ? other : first;
        for (const each of heads) each.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", next);
        const sign = next === "ascending" ? 1 : -1;
        const key = head.dataset.key;
        const groups = [...table.tBodies].sort((a, b) =>
          sign * order(value(a, key), value(b, key)) || order(value(a, "rank"), value(b, "rank")));
        table.append(...groups);
      });
    }
  }

  function filterable(table, words) {
    const text = document.getElementById("find-finding");
    const tier = document.getElementById("pick-tier");
    const scheme = document.getElementById("pick-scheme");
    const told = document.getElementById("findings-shown");
    const apply = () => {
      const wanted = text.value.trim().toLowerCase();
      let shown = 0;
      for (const group of table.tBodies) {
        const hit = (!wanted || (words[group.id] || "").includes(wanted))
          && (!tier.value || group.dataset.tier === tier.value)
          && (!scheme.value || group.dataset.scheme === scheme.value);
        group.hidden = !hit;
        shown += hit ? 1 : 0;
      }
      tell(told, `${shown} of ${table.tBodies.length} findings shown`);
    };
    text.addEventListener("input", apply);
    tier.addEventListener("change", apply);
    scheme.addEventListener("change", apply);
    apply();
  }

  function copyable(box) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    tell(button, "Copy hand ids");
    button.addEventListener("click", async () => {
      const range = document.createRange();
      range.selectNodeContents(box);
      const selection = window.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      try {
        await navigator.clipboard.writeText(box.textContent.trim());
        tell(button, "Copied");
      } catch {
        tell(button, "Selected: press Ctrl+C"); // no clipboard for this page: the choice stands
      }
      window.setTimeout(() => tell(button, "Copy hand ids"), 2500);
    });
    box.after(button);
  }

  // A link to a finding opens it, and brings it back when a filter hides it.
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.matches(".findings > tbody")) return;
    target.hidden = false;
    const more = target.querySelector("details");
    if (more) more.open = true;
    target.scrollIntoView({ block: "nearest" });
  }

  const table = document.querySelector("table.findings");
  if (table) {
    const data = JSON.parse(document.getElementById("report-data").textContent);
    sortable(table);
    if (document.getElementById("find-finding")) filterable(table, data.words);
  }
  document.querySelectorAll(".ids").forEach(copyable);
  window.addEventListener("hashchange", reveal);
  reveal();

  // Paper has nothing to click: all case files are printed open.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    opened.forEach((one) => { one.open = true; });
  });
  window.addEventListener("afterprint", () => opened.forEach((one) => { one.open = false; }));

  const openAll = document.getElementById("open-all");
  if (openAll) {
    openAll.addEventListener("click", () => {
      const all = [...document.querySelectorAll(".findings details")];
      const open = !all.every((one) => one.open);
      all.forEach((one) => { one.open = open; });
      tell(openAll, open ? "Close all" : "Open all");
    });
  }
})();
