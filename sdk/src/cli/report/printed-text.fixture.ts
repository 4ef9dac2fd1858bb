// Reads what a report prints: the tables and sentences of its HTML page and of its terminal text.

/** A printed table; the first cell of a row is its label. */
export interface PrintedTable {
  /** The caption; in a terminal, the first heading. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
}

/** The texts in a plot, with the cells of its table. */
interface PrintedPlot {
  readonly title: string;
  readonly texts: readonly string[];
  readonly cells: readonly string[];
}

/** The printed output of a report. */
export interface Printed {
  readonly tables: readonly PrintedTable[];
  /** Sentences, headings and descriptions of plots. */
  readonly texts: readonly string[];
  readonly plots: readonly PrintedPlot[];
}

/** Digits within a word, such as those of an id or of `F1`, are not a number. */
const numberPattern = /(?<![\w.])[-+]?\d+(?:\.\d+)?(?!\w)/g;

/** Returns the numbers in a text as printed, without the constant confidence level `95 %`. */
export const numbersIn = (text: string): string[] =>
  text.replaceAll(/\b95 %/g, "").match(numberPattern) ?? [];

const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("\u00A0", " ");

/** Returns the texts of all elements with this tag. */
const textsOf = (html: string, tag: string): string[] =>
  Array.from(html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^]*?)</${tag}>`, "g")), ([, text = ""]) =>
    plain(text),
  );

const rowsOf = (table: string): string[][] =>
  Array.from(table.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g), ([, row = ""]) => textsOf(row, "t[hd]"));

/** Reads a page. Every text of the page is in the result. */
export function printedOnPage(html: string): Printed {
  const body = html.slice(html.indexOf("<body>")).replaceAll(/<style>[^]*?<\/style>/g, "");
  const plots = Array.from(body.matchAll(/<figure>([^]*?)<\/figure>/g), ([, figure = ""]) => ({
    title: textsOf(figure, "figcaption").join(""),
    texts: textsOf(figure, "text"),
    cells: rowsOf(figure).flat(),
  }));
  const tables = Array.from(body.matchAll(/<table[^>]*>([^]*?)<\/table>/g), ([, table = ""]) => {
    const [caption = ""] = textsOf(table, "caption");
    const [head = [], ...rows] = rowsOf(table);
    return { caption, head, rows };
  });
  // The title of a plot states which system its description is about.
  const others = body
    .replaceAll(/<text[^>]*>[^<]*<\/text>|<table[^>]*>[^]*?<\/table>/g, "")
    .replaceAll("</title><desc>", ". ");
  const texts = others.split(/<\/?(?:p|li|h1|h2|svg|figcaption|summary)(?: [^>]*)?>/).map(plain);
  return { tables, plots, texts: [...texts, ...tables.map(({ caption }) => caption)].filter(Boolean) };
}

/** Reads the text of a terminal that is wide enough for every table. Two spaces divide the cells of a table. */
export function printedInTerminal(stdout: string): Printed {
  const tables: { caption: string; head: string[]; rows: string[][] }[] = [];
  const texts: string[] = [];
  let last: (typeof tables)[number] | undefined;
  for (const line of stdout.split("\n")) {
    const cells = line.trim().split(/ {2,}/);
    if (cells.length === 1) {
      texts.push(line);
      last = undefined;
    } else if (last) last.rows.push(cells);
    else {
      const head = line.startsWith(" ") ? ["", ...cells] : cells;
      last = { caption: head[0] ?? "", head, rows: [] };
      tables.push(last);
    }
  }
  return { tables, texts: [...texts, ...tables.map(({ caption }) => caption)].filter(Boolean), plots: [] };
}
