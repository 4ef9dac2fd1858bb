// Checks the pages in `docs`: front matter, size, table width, sentences, the headings of how-to pages,
// links, and reachability.
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { anchorsOf, linksOf, markdownFiles, paragraphsOf, readMarkdown } from "./markdown.mjs";

const index = "docs/index.md";
const audiences = "application integrator operator reviewer lead agent auditor contributor".split(" ");
const howToHeadings = ["Prerequisites", "Steps", "Reference", "Troubleshooting", "Related"];

/** Maps a page's folder to its kind. */
const kinds = {
  "docs/tutorials/": "tutorial",
  "docs/how-to/": "how-to",
  "docs/reference/": "reference",
  "docs/explanation/": "explanation",
  "docs/help/": "help",
  "docs/project/": "project",
};

const maxDescription = 160;
const maxCell = 160;
const maxLines = 250;
const maxSentences = 4;
const maxAverageWords = 25;
const maxClicks = 2;

/** Whether a gate or a benchmark writes a page; for such a page, only front matter and links are checked. */
const isGenerated = ({ text }) => /<!-- (generated|bench) -->/.test(text);
/** Whether a page has moved; the old path then contains only one line. */
const hasMoved = ({ text }) => /^This page moved to \[[^\]]+\]\([^)]+\)\.\n$/.test(text);
const kindOf = (path) => Object.entries(kinds).find(([folder]) => path.startsWith(folder))?.[1] ?? "index";

/** Fails for pages that violate a rule (naming the line), and for dead links on any page or in a README. */
export function pages(root) {
  if (!existsSync(join(root, index))) return { ok: false, output: `${index} does not exist` };
  const all = new Map(markdownFiles(root, "").map((path) => [path, readMarkdown(root, path)]));
  const ours = [...all.values()].filter((page) => page.path.startsWith("docs/") && !hasMoved(page));
  const faults = [
    ...ours.flatMap((page) => [...matterFaults(page), ...(isGenerated(page) ? [] : textFaults(page))]),
    ...ours.filter(({ path }) => kindOf(path) === "how-to").flatMap(headingFaults),
    ...[...all.values()].flatMap((page) => linkFaults(root, page, all)),
    ...unreachable(ours, all),
  ];
  return { ok: faults.length === 0, output: faults.join("\n") || `${ours.length} pages` };
}

const fault = (path, line, problem) => `${path}:${line}: ${problem}`;

function matterFaults({ path, matter, headings }) {
  const { title, description = "", audience = [], kind } = matter;
  const wanted = kindOf(path);
  const unknown = [audience].flat().filter((one) => !audiences.includes(one));
  const problems = [
    title !== headings[0]?.title && "the title in the front matter must be the first heading",
    description === "" && "the front matter has no description",
    description.length > maxDescription && `the description is longer than ${maxDescription} characters`,
    (audience.length === 0 || unknown.length > 0) &&
      `the audience must be one or more of ${audiences.join(", ")}`,
    kind !== wanted && `the kind is ${kind}; in this folder, it must be ${wanted}`,
  ];
  return problems.filter(Boolean).map((problem) => fault(path, 1, problem));
}

function textFaults(page) {
  const { path, lines, text } = page;
  const count = text.split("\n").length - 1;
  const cells = lines.flatMap((line, at) =>
    line.startsWith("|") && line.split("|").some((cell) => cell.trim().length > maxCell)
      ? [fault(path, at + 1, `a table cell is longer than ${maxCell} characters; use a list`)]
      : [],
  );
  const paragraphs = paragraphsOf(page);
  const long = paragraphs.filter(({ sentences }) => sentences.length > maxSentences);
  const words = paragraphs.flatMap(({ sentences }) => sentences.map(({ length }) => length));
  const average = words.reduce((sum, length) => sum + length, 0) / Math.max(words.length, 1);
  return [
    ...(count > maxLines ? [fault(path, count, `${count} lines; accepted: at most ${maxLines}`)] : []),
    ...cells,
    ...long.map(({ line }) => fault(path, line, `a paragraph has more than ${maxSentences} sentences`)),
    ...(average > maxAverageWords
      ? [
          fault(
            path,
            1,
            `sentences have ${average.toFixed(1)} words on average; accepted: at most ${maxAverageWords}`,
          ),
        ]
      : []),
  ];
}

function headingFaults({ path, headings }) {
  const found = headings.filter(({ level }) => level === 2).map(({ title }) => title);
  const isRight = found.join() === howToHeadings.join();
  return isRight ? [] : [fault(path, 1, `a how-to page must have the headings ${howToHeadings.join(", ")}`)];
}

/** Returns the file that a link target names, relative to the root; undefined for other sites. */
function fileOf(page, target) {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page.path : posix.normalize(posix.join(posix.dirname(page.path), path));
  return { file: file.replace(/\/$/, ""), anchor };
}

function linkFaults(root, page, all) {
  return linksOf(page).flatMap(({ target, line }) => {
    const link = fileOf(page, target);
    if (!link) return [];
    if (!existsSync(join(root, link.file))) return [fault(page.path, line, `${target} does not exist`)];
    const to = all.get(link.file);
    const isDead = link.anchor !== undefined && to && !anchorsOf(to).includes(link.anchor);
    return isDead ? [fault(page.path, line, `${target}: the page has no such heading`)] : [];
  });
}

/** Returns the pages that a reader cannot reach from the index with `maxClicks` clicks. */
function unreachable(ours, all) {
  const targets = (path) => {
    const page = all.get(path);
    return page ? linksOf(page).flatMap(({ target }) => fileOf(page, target)?.file ?? []) : [];
  };
  const reached = new Set([index]);
  let latest = [index];
  for (let clicks = 0; clicks < maxClicks; clicks += 1) {
    latest = latest.flatMap(targets);
    for (const path of latest) reached.add(path);
  }
  return ours
    .filter(({ path }) => !reached.has(path))
    .map(({ path }) => fault(path, 1, `more than ${maxClicks} clicks from ${index}`));
}
