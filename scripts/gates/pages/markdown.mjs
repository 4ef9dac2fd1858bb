// Reads Markdown pages for the gate `pages`: front matter, headings, links, and prose with line numbers.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const skippedFolders = new Set(["node_modules", "dist", ".git"]);

/** Lists the Markdown files below a folder, as sorted paths relative to `root`. */
export function markdownFiles(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : markdownFiles(root, path);
      return path.endsWith(".md") ? [path] : [];
    })
    .sort((one, other) => (one < other ? -1 : 1));
}

/**
 * Reads a page. In `lines`, each line of front matter, of an HTML comment or of a fenced block is replaced
 * with an empty line, so that an index plus 1 is a line number.
 */
export function readMarkdown(root, path) {
  const text = readFileSync(join(root, path), "utf8");
  const [matter = ""] = /^---\n[^]*?\n---\n/.exec(text) ?? [];
  const body = text
    .replace(matter, blank)
    .replaceAll(/<!--[^]*?-->/g, blank)
    .replaceAll(/^ *(`{3,})[^]*?^ *\1 *$/gm, blank);
  const lines = body.split("\n");
  return { path, text, matter: membersOf(matter), lines, headings: headingsOf(lines) };
}

/** Removes everything except the line breaks from a part of a page. */
const blank = (part) => part.replaceAll(/[^\n]/g, "");

/** Returns the members of a front matter, written as `name: value` or `name: [a, b]`. */
function membersOf(matter) {
  const members = [...matter.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [
    name,
    /^\[.*\]$/.test(value) ? value.slice(1, -1).split(/, */) : value.replaceAll(/^"|"$/g, ""),
  ]);
  return Object.fromEntries(members);
}

function headingsOf(lines) {
  return lines.flatMap((line, index) => {
    const [, marks, title] = /^(#+) (.+)$/.exec(line) ?? [];
    return marks ? [{ level: marks.length, title, line: index + 1 }] : [];
  });
}

/** Returns a page's anchors, as the repository host generates them from headings. */
export function anchorsOf({ headings }) {
  const seen = new Map();
  return headings.map(({ title }) => {
    const text = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

/** Returns the targets of links and images outside of code, with their line numbers. */
export function linksOf({ lines }) {
  return lines.flatMap((line, index) =>
    [...line.replaceAll(/`[^`]*`/g, "code").matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => ({
      target,
      line: index + 1,
    })),
  );
}

/**
 * Returns paragraphs and list items as lists of sentences, each a list of words. A bold label at the start is
 * not a sentence.
 */
export function paragraphsOf({ lines }) {
  const paragraphs = [];
  let current;
  for (const [index, line] of lines.entries()) {
    const isProse = line.trim() !== "" && !/^\s*(\||#)/.test(line);
    const startsItem = /^\s*([-*]|\d+\.) /.test(line);
    if (!isProse || startsItem) current = undefined;
    if (!isProse) continue;
    if (!current) paragraphs.push((current = { line: index + 1, text: "" }));
    current.text += ` ${line.trim()}`;
  }
  return paragraphs.map(({ line, text }) => ({ line, sentences: sentencesOf(text) }));
}

function sentencesOf(text) {
  const plain = text
    .replace(/^\s*([-*] |\d+\. )?/, "")
    .replace(/^\*\*[^*]+\*\*:?/, "")
    .replaceAll(/`[^`]*`/g, "Code")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/[*_[\]]/g, "");
  const sentences = plain.trim().split(/(?<=[.!?]["”)]?)\s+(?=[\p{Lu}\d"“(])/u);
  return sentences.map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)));
}
