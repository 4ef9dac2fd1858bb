// Checks that every file path in backticks in the documents exists. A path becomes wrong if its file is
// moved.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { expandBraces, namedPaths, pathExists } from "./harness/doc-paths.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const skipped = new Set(["node_modules", "dist", ".git"]);

/** Lists every Markdown file below a folder, without the changelog, which describes earlier releases. */
function documentsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : documentsIn(path);
    return entry.name.endsWith(".md") && entry.name !== "CHANGELOG.md" ? [path] : [];
  });
}

const documents = documentsIn("");

describe("a path in backticks", () => {
  test("occurs in many documents, so that the next test reads something", () => {
    const paths = documents.flatMap((file) => namedPaths(readFileSync(join(root, file), "utf8")));
    expect(documents).toEqual(
      expect.arrayContaining(["README.md", "CONTRIBUTING.md", "docs/explanation/security.md"]),
    );
    expect(paths.length).toBeGreaterThan(50);
  });

  test.each(documents)("exists in the repository: %s", (file) => {
    const paths = namedPaths(readFileSync(join(root, file), "utf8")).flatMap(expandBraces);
    expect(paths.filter((path) => !pathExists(root, path))).toEqual([]);
  });

  test("is found if it has braces or stars or is part of a command, but not if it has placeholders or is in a code block", () => {
    const text =
      "`server/src/{a,b}.ts`, `node scripts/pack.mjs`, `contract/src/<wing>/x.ts`, `docs/*.md`.\n```\n`sdk/src/none.ts`\n```\n";
    expect(namedPaths(text).flatMap(expandBraces)).toEqual([
      "server/src/a.ts",
      "server/src/b.ts",
      "scripts/pack.mjs",
      "docs/*.md",
    ]);
  });

  test("exists if it has a star and a file matches it", () => {
    expect(pathExists(root, "docs/*.md")).toBe(true);
    expect(pathExists(root, "docs/*.none")).toBe(false);
    expect(pathExists(root, "test/**/doc-paths.test.ts")).toBe(true);
    expect(pathExists(root, "test/doc-paths.test.ts")).toBe(false);
  });
});

describe("docs/project/decisions/README.md", () => {
  const index = readFileSync(join(root, "docs/project/decisions/README.md"), "utf8");
  const notes = readdirSync(join(root, "docs/project/decisions")).filter((file) => /^\d{4}-/.test(file));
  const numbersOf = (texts: readonly string[]) => texts.map((text) => Number(text.slice(0, 4)));

  test("lists every decision once, in order, with the title of its note", () => {
    const listed = [...index.matchAll(/^- \[(.+)\]\((\d{4}-[\w-]+\.md)\)/gm)].map(([, title, file]) => ({
      title,
      file,
    }));
    const titled = notes.toSorted().map((file) => ({
      title: /^# (.+)$/m.exec(readFileSync(join(root, "docs/project/decisions", file), "utf8"))?.[1],
      file,
    }));
    expect(listed).toEqual(titled);
  });

  test("uses each number only once, and explains each number without a note", () => {
    const numbers = numbersOf(notes).toSorted((one, other) => one - other);
    expect(new Set(numbers).size).toBe(numbers.length);
    const last = numbers.at(-1) ?? 0;
    const missing = Array.from({ length: last }, (_, at) => at + 1).filter(
      (number) => !numbers.includes(number),
    );
    const explained = [...index.matchAll(/^- (\d{4}): /gm)].map(([, number]) => Number(number));
    expect(explained).toEqual(missing);
  });
});
