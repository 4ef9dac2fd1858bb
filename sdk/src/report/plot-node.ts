// Elements of plots and pages, and their text form.

/** An SVG or HTML element: its tag, attributes and children. A text among the children is not yet escaped. */
export interface PlotNode {
  readonly tag: string;
  /** Attributes in the order in which they are written. */
  readonly attrs: Readonly<Record<string, string | number>>;
  readonly children: readonly (PlotNode | string)[];
}

/** A plot, and the table with the same numbers. */
export interface Plot {
  /** The `svg` element. It contains its own style, a title and a description. */
  readonly svg: PlotNode;
  /** The numbers that the plot shows. */
  readonly numbers: NumbersTable;
}

/** A table of texts; the first cell of each row names the row. */
export interface NumbersTable {
  /** The heading of each column. */
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
}

/** Attributes of an element; undefined omits an attribute. */
type Attributes = Record<string, string | number | undefined>;

/**
 * Creates an element. Numbers are rounded to two decimals, so that equal data gives equal bytes on every
 * machine.
 */
export function element(
  tag: string,
  attributes: Attributes = {},
  children: readonly (PlotNode | string)[] = [],
): PlotNode {
  const attrs: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    attrs[name] = typeof value === "number" ? Number(value.toFixed(2)) : value;
  }
  return { tag, attrs, children };
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes untrusted text for an element or a quoted attribute. Characters that XML forbids become U+FFFD.
 * Control characters other than line feeds and tabs, and characters that change the direction of the text
 * around them, become spaces.
 */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, " ")
    .replaceAll(/[\p{Surrogate}\uFFFE\uFFFF]/gu, "\uFFFD")
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");

/**
 * Returns an element as text, which is both XML and HTML. Equal elements give equal bytes.
 *
 * @param node an element of a plot, such as `svg` of a {@link Plot}.
 */
export function toSvg(node: PlotNode): string {
  const { tag, attrs, children } = node;
  const attributes = Object.entries(attrs).map(([name, value]) => ` ${name}="${escapeText(String(value))}"`);
  const content = children.map((child) => (typeof child === "string" ? escapeText(child) : toSvg(child)));
  return `<${tag}${attributes.join("")}>${content.join("")}</${tag}>`;
}
