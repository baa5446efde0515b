/* Tables that sort by their headings: buttons for the keyboard, aria-sort for the ear. */
"use strict";

function sortRows(table, column, direction) {
  const sign = direction === "ascending" ? 1 : -1;
  const body = table.tBodies[0];
  const keyed = Array.from(body.rows, (row) => {
    const words = row.cells[column].dataset.sort;
    return { row, words, figure: Number(words) };
  });
  const asNumbers = keyed.every(({ words, figure }) => words === "nan" || (words !== "" && !Number.isNaN(figure)));
  keyed.sort((one, other) => {
    if (!asNumbers) return sign * one.words.localeCompare(other.words, "en");
    const missing = Number.isNaN(one.figure) - Number.isNaN(other.figure);
    return missing || sign * (one.figure - other.figure) || 0;
  });
  body.append(...keyed.map(({ row }) => row));
}

for (const table of document.querySelectorAll("table.sortable")) {
  const headings = Array.from(table.tHead.rows[0].cells);
  headings.forEach((heading, column) => {
    const button = heading.querySelector("button");
    button.addEventListener("click", () => {
      const before = heading.getAttribute("aria-sort");
      const opposite = { ascending: "descending", descending: "ascending" };
      const direction = opposite[before] || button.dataset.first;
      headings.forEach((other) => other.setAttribute("aria-sort", "none"));
      heading.setAttribute("aria-sort", direction);
      sortRows(table, column, direction);
    });
  });
}

addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details:not([open])")) {
    folded.open = true;
    folded.dataset.openedForPrint = "yes";
  }
});
addEventListener("afterprint", () => {
  for (const folded of document.querySelectorAll("details[data-opened-for-print]")) {
    folded.open = false;
    delete folded.dataset.openedForPrint;
  }
});
