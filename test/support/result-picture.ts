// Draws the README's picture of a result: the main job's output, as an image of a terminal.

/** Matches the first line of the pictured output; `last` matches its last line. */
const first = /^triage {2}/;
const last = /^\S+ is (?:worse|better) than /;
/** Matches lines with ids, which differ in each run. */
const ofOneRun = /: eval_/;

const columns = 92;
const fontPx = 13;
const linePx = 18;
const columnPx = 7.8;
const marginPx = 20;

/** Returns the lines of the main job's output that the picture shows. */
export function resultLines(output: string): string[] {
  const lines = output.split("\n");
  const from = lines.findIndex((line) => first.test(line));
  const to = lines.findIndex((line) => last.test(line));
  if (from === -1 || to === -1) throw new Error(`The output contains no result:\n${output}`);
  const shown = lines.slice(from, to + 1).filter((line) => !ofOneRun.test(line));
  // Only one empty line remains where the ids were.
  return shown.filter((line, index) => line !== "" || shown[index - 1] !== "").flatMap(wrap);
}

/** Wraps long prose at the width of the terminal; tables always fit. */
function wrap(line: string): string[] {
  if (line.length <= columns) return [line];
  const at = line.lastIndexOf(" ", columns);
  return [line.slice(0, at), ...wrap(line.slice(at + 1))];
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Highlights the key figures in an escaped line. */
const marked = (line: string): string =>
  line
    .replaceAll(/\bregressed\b|\bis worse than\b/g, '<tspan class="bad">$&</tspan>')
    .replace(/^emergent not caught.*$/, '<tspan class="key">$&</tspan>');

/** Returns an SVG of lines in a terminal; figures stay in their columns with any font. */
export function pictureOf(lines: readonly string[]): string {
  const width = Math.ceil(columns * columnPx + 2 * marginPx);
  const height = (lines.length + 2) * linePx + 2 * marginPx;
  const row = (line: string, index: number): string => {
    const y = marginPx + (index + 1) * linePx;
    const length = (line.length * columnPx).toFixed(1);
    return `<text x="${marginPx}" y="${y}" textLength="${length}" class="${/^(triage| ) {2}/.test(line) ? "head" : "row"}">${marked(escaped(line))}</text>`;
  };
  const rows = ["$ npm start", "", ...lines].flatMap((line, index) =>
    line === "" ? [] : [row(line, index)],
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>What npm start prints: two systems evaluated and compared</title>
<style>
text { font: ${fontPx}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; fill: #d8dee9 }
.head { fill: #ffffff; font-weight: bold }
.key { fill: #ffd479 }
.bad { fill: #ff8a80; font-weight: bold }
</style>
<rect width="100%" height="100%" rx="8" fill="#1b212b"/>
${rows.join("\n")}
</svg>
`;
}
