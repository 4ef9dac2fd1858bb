// Parts of pages: headings, paragraphs, tables, and plots in two widths.
import { element, type NumbersTable, type Plot, type PlotNode } from "../plot-node.ts";
import type { PlotOptions } from "../plots/plot-frame.ts";
import { narrowPlotPx, widePlotPx } from "./page-style.ts";

/** Minimum number of columns of a table that scrolls inside its frame on wide pages. */
const scrollingColumns = 7;

/** Keeps a number and its percent sign on one line. */
const unbroken = (text: string): string => text.replaceAll(/(\d) %/g, "$1\u00A0%");

/** Returns a paragraph. */
export const paragraph = (text: string, look?: "note" | "verdict"): PlotNode =>
  element("p", { class: look }, [unbroken(text)]);

/** Returns a list with one item per text; nothing for an empty list. */
export const listOf = (texts: readonly string[]): PlotNode[] =>
  texts.length === 0
    ? []
    : [
        element(
          "ul",
          {},
          texts.map((text) => element("li", {}, [unbroken(text)])),
        ),
      ];

/** Returns a section with a heading; nothing if it has no content. */
export const section = (heading: string, content: readonly PlotNode[]): PlotNode[] =>
  content.length === 0 ? [] : [element("section", {}, [element("h2", {}, [heading]), ...content])];

/** Marks a cell with a long word, which may break anywhere; other words are never broken. */
const longWord = (text: string): string | undefined => (/\S{33}/.test(text) ? "long" : undefined);

/**
 * Returns a table whose first column names the rows. Below 740 px, each row becomes a block and each cell repeats
 * its heading, so the roles are stated explicitly.
 */
export function tableOf({ head, rows }: NumbersTable, caption: string): PlotNode {
  const headings = head.map((text) =>
    element("th", { scope: "col", role: "columnheader", class: longWord(text) }, [text]),
  );
  const table = element("table", { role: "table" }, [
    element("caption", {}, [caption]),
    element("thead", { role: "rowgroup" }, [element("tr", { role: "row" }, headings)]),
    element(
      "tbody",
      { role: "rowgroup" },
      rows.map((row) => rowOf(row, head)),
    ),
  ]);
  if (head.length < scrollingColumns) return table;
  return element("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": caption }, [table]);
}

function rowOf(row: readonly string[], head: readonly string[]): PlotNode {
  const cells = row.map((cell, column) =>
    column === 0
      ? element("th", { scope: "row", role: "rowheader", class: longWord(cell) }, [cell])
      : element("td", { role: "cell", class: longWord(cell), "data-label": head[column] }, [cell]),
  );
  return element("tr", { role: "row" }, cells);
}

/** Returns the title of a plot. */
const titleOf = ({ svg }: Plot): string =>
  svg.children
    .flatMap((child) => (typeof child !== "string" && child.tag === "title" ? child.children : []))
    .filter((child) => typeof child === "string")
    .join("");

/**
 * Returns a figure: the plot for wide and for narrow pages, of which the style shows one, and the table of its
 * numbers.
 *
 * @param draw the plot, or undefined if the data does not have it.
 */
export function figureOf(draw: (options: PlotOptions) => Plot | undefined): PlotNode[] {
  const wide = draw({ width: widePlotPx });
  const narrow = draw({ width: narrowPlotPx });
  if (!wide || !narrow) return [];
  const title = titleOf(wide);
  return [
    element("figure", {}, [
      element("figcaption", {}, [title]),
      element("div", { class: "wide" }, [wide.svg]),
      element("div", { class: "narrow" }, [narrow.svg]),
      element("details", {}, [
        element("summary", {}, ["Numbers of this plot"]),
        tableOf(wide.numbers, `Numbers: ${title}`),
      ]),
    ]),
  ];
}
