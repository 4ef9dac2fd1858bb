import { expect, test } from "vitest";
import { useScratchRepositories } from "../scratch-repositories.ts";
import { pages } from "./pages.mjs";

const repository = useScratchRepositories("pages");

interface Page {
  kind?: string;
  audience?: string;
  description?: string;
  title?: string;
  text?: string;
}

/** Returns the text of a page that follows every rule, except where the test changes it. */
function pageOf({ kind = "reference", audience = "[operator]", ...rest }: Page = {}): string {
  const { description = "A page.", title = "Limits", text = "The server has limits." } = rest;
  return `---\ntitle: ${title}\ndescription: ${description}\naudience: ${audience}\nkind: ${kind}\n---\n\n# Limits\n\n${text}\n`;
}

const limits = "docs/reference/limits.md";
const indexOf = (text: string) => pageOf({ kind: "index", text });

/** Returns the gate's output for a repository with an index, one page, and further files. */
function outputOf(page: string, files: Record<string, string> = {}): string {
  const index = indexOf("[Limits](reference/limits.md)");
  const { ok, output } = pages(repository({ "docs/index.md": index, [limits]: page, ...files }));
  expect(ok).toBe(/^\d+ pages$/.test(output));
  return output;
}

test("pages accepts valid pages, and one-line pages at old paths", () => {
  const moved = "This page moved to [Limits](reference/limits.md).\n";
  expect(outputOf(pageOf(), { "docs/limits.md": moved })).toBe("2 pages");
});

test("pages fails without an index", () => {
  expect(pages(repository({}))).toEqual({ ok: false, output: "docs/index.md does not exist" });
});

const words = (count: number) => `${"word ".repeat(count).trim()}.`;

test.each([
  ["a title that differs from the heading", pageOf({ title: "Other" }), 1, "the title in the front matter"],
  ["no description", pageOf({ description: '""' }), 1, "the front matter has no description"],
  ["a long description", pageOf({ description: "x".repeat(161) }), 1, "longer than 160 characters"],
  ["an unknown audience", pageOf({ audience: "[operator, all]" }), 1, "the audience must be one or more of"],
  ["no front matter", "# Limits\n\nText.\n", 1, "the front matter has no description"],
  ["the kind of another folder", pageOf({ kind: "help" }), 1, "the kind is help; in this folder, it must be"],
  [
    "a wide table cell",
    pageOf({ text: `| a |\n| - |\n| ${"x".repeat(161)} |` }),
    12,
    "longer than 160 characters",
  ],
  ["a long paragraph", pageOf({ text: "One. Two. Three. Four. Five." }), 10, "more than 4 sentences"],
  [
    "long sentences",
    pageOf({ text: words(26) }),
    1,
    "sentences have 26.0 words on average; accepted: at most 25",
  ],
  ["too many lines", pageOf({ text: "- a\n".repeat(242) }), 252, "accepted: at most 250"],
  ["a dead link", pageOf({ text: "[Other](other.md)" }), 10, "other.md does not exist"],
  ["a dead anchor", pageOf({ text: "[Other](#other)" }), 10, "#other: the page has no such heading"],
])("pages reports %s with path and line", (_name, page, line, problem) => {
  expect(outputOf(page)).toMatch(new RegExp(`^${limits}:${line}: .*${problem}`, "m"));
});

test("pages accepts 4 sentences, 25 words, 250 lines, 160 characters, a bold label, and links in code", () => {
  const text = [
    "**Label.** One. Two. Three. Four.",
    words(25),
    `| a |\n| - |\n| ${"x".repeat(160)} |`,
    "`[code](none.md)` and [here](#limits)",
    "```ts\n[none](none.md)\n```",
  ].join("\n\n");
  const used = pageOf({ text }).split("\n").length - 1;
  const page = pageOf({ text: `${text}\n${"\n".repeat(250 - used - 1)}` });
  expect(page.split("\n").length - 1).toBe(250);
  expect(outputOf(page)).toBe("2 pages");
});

const howTo = (headings: readonly string[]) =>
  pageOf({ kind: "how-to", text: headings.map((heading) => `## ${heading}\n\nText.`).join("\n\n") });
const linked = { "docs/index.md": indexOf("[Limits](reference/limits.md) [Host](how-to/host.md)") };

test("pages requires the five headings of a how-to page in order", () => {
  const headings = ["Prerequisites", "Steps", "Reference", "Troubleshooting", "Related"];
  expect(outputOf(pageOf(), { ...linked, "docs/how-to/host.md": howTo(headings) })).toBe("3 pages");
  for (const wrong of [headings.slice(1), headings.toReversed(), [...headings, "Notes"]])
    expect(outputOf(pageOf(), { ...linked, "docs/how-to/host.md": howTo(wrong) })).toContain(
      "docs/how-to/host.md:1: a how-to page must have the headings Prerequisites, Steps,",
    );
});

test("pages reports a page that is more than two clicks from the index, and dead links of READMEs", () => {
  const one = pageOf({ text: "[Two](two.md)" });
  const two = pageOf({ text: "[Three](three.md)" });
  const files = {
    "docs/reference/two.md": two,
    "docs/reference/three.md": pageOf(),
    "README.md": "[No](no.md)",
  };
  expect(outputOf(one, files).split("\n")).toEqual([
    "README.md:1: no.md does not exist",
    "docs/reference/three.md:1: more than 2 clicks from docs/index.md",
  ]);
});

test("pages checks only front matter and links of generated pages", () => {
  const text = `<!-- generated -->\n\nOne. Two. Three. Four. Five. [Other](other.md)`;
  expect(outputOf(pageOf({ text }))).toBe(`${limits}:12: other.md does not exist`);
});
