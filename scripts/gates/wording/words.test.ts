import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useScratchRepositories } from "../scratch-repositories.ts";
import { commitTitles, titleFault } from "./commit-titles.mjs";
import { words } from "./words.mjs";

const createRepository = useScratchRepositories("words");

/**
 * Creates an object from entries. If the words were written as keys of an object in this file, the gate would
 * find them as names.
 */
function listOf<Value>(...entries: [string, Value][]): Record<string, Value> {
  return Object.fromEntries(entries);
}

const data = {
  everywhere: listOf(["told", "append, emit or return"], ["behaviour", "behavior"]),
  identifiers: listOf(["kept", "cached or saved"], ["most", "max (as a prefix)"], ["settle", "expire"]),
  texts: { "go on": "continue" },
  messages: { "there is no": "{noun} not found" },
  members: listOf(["asked", "details of an evaluator"], ["told", "a member of results"]),
  inputs: { "sdk/src/input.ts": "sample texts" },
  exceptions: [{ path: "docs/law", word: "behaviour", reason: "a quotation" }],
  counts: listOf<number>(),
};

/** Creates a git repository with these tracked files and the gate's data. @returns its folder. */
function repository(files: Record<string, string>, changed: Partial<typeof data> = {}): string {
  const root = createRepository({
    ...files,
    "scripts/words.json": JSON.stringify({ ...data, ...changed }),
  });
  git(root, "init", "--quiet");
  git(root, "add", "--all");
  return root;
}

const git = (root: string, ...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
const none = { ok: true, output: "0 hits left" };

describe("words", () => {
  test.each([
    ["a comment", "// Events that are told.\n"],
    ["part of a name", "const toldEvents = [];\n"],
    ["a constant", "const WAS_TOLD = true;\n"],
    ["a message", 'throw new Error("It was told twice.");\n'],
  ])("reports a word in %s with path, line and replacement", (_, text) => {
    expect(words(repository({ "sdk/src/a.ts": `\n${text}` }))).toEqual({
      ok: false,
      output: 'sdk/src/a.ts:2: "told": use append, emit or return',
    });
  });

  test("reports words in file names, and spellings with any ending", () => {
    const root = repository({ "sdk/src/told-events.ts": "", "docs/a.md": "# A\n\nBehaviours.\n" });
    expect(words(root).output.split("\n")).toEqual([
      'docs/a.md:3: "behaviour": use behavior',
      'sdk/src/told-events.ts:1: "told": use append, emit or return',
    ]);
  });

  test("reports words for names in names only, and prefixes only at the start", () => {
    const text = "// Kept at most.\nconst keptRows = 1;\nconst mostRows = 2;\nconst atMost = settleAll();\n";
    expect(words(repository({ "sdk/src/a.ts": text })).output.split("\n")).toEqual([
      'sdk/src/a.ts:2: "kept": use cached or saved',
      'sdk/src/a.ts:3: "most": use max (as a prefix)',
    ]);
    expect(words(repository({ "server/src/review/a.ts": "settleAll();" })).output).toMatch('"settle"');
  });

  test("reports a phrase across the lines of a comment, and one for messages only in them", () => {
    const text = '/**\n * Jobs go\n * on. There is no limit.\n */\nconst fault = "There is no agent.";\n';
    expect(words(repository({ "sdk/src/a.ts": text })).output.split("\n")).toEqual([
      'sdk/src/a.ts:2: "go on": use continue',
      'sdk/src/a.ts:5: "there is no": use {noun} not found',
    ]);
  });

  test("accepts members of the API as keys and in quotes, but not as names", () => {
    const text = 'const details = { asked: rows, told: row.told, "told": `of "told"` };\n';
    expect(words(repository({ "sdk/src/a.ts": text, "docs/a.md": "See `told`.\n" }))).toEqual(none);
    expect(words(repository({ "sdk/src/a.ts": "const told = 1;\n" })).ok).toBe(false);
  });

  test("accepts exceptions, quoted text of inputs, and skipped files", () => {
    const root = repository({
      "docs/law.md": "Behaviour.\n",
      "sdk/src/input.ts": 'const text = "told";\n',
      "sdk/src/generated/a.ts": "const told = 1;\n",
      "examples/data/a.json": '"he told me"',
      "package-lock.json": '{ "told": 1 }',
    });
    expect(words(root)).toEqual(none);
    writeFileSync(join(root, "docs/untracked.md"), "told");
    expect(words(root)).toEqual(none);
  });

  test("accepts hits up to the count of the word", () => {
    const counts = listOf(["told", 1]);
    expect(words(repository({ "docs/a.md": "told\n" }, { counts }))).toEqual({
      ok: true,
      output: "1 hits left",
    });
    expect(words(repository({ "docs/a.md": "told\n\ntold\n" }, { counts })).output.split("\n")).toEqual([
      '"told": 2 hits; accepted: at most 1',
      'docs/a.md:1: "told": use append, emit or return',
      'docs/a.md:3: "told": use append, emit or return',
    ]);
  });

  test("reports exceptions without a reason, and more than 30", () => {
    const exception = { path: "a", word: "told", reason: "" };
    const one = repository({ "docs/a.md": "" }, { exceptions: [exception] });
    expect(words(one).output).toMatch("needs path, word and reason");
    const many = Array.from({ length: 31 }, () => ({ ...exception, reason: "a quotation" }));
    expect(words(repository({ "docs/a.md": "" }, { exceptions: many })).output).toBe(
      "scripts/words.json: 31 exceptions; accepted: at most 30",
    );
  });

  test("fails if it reads no text, and is skipped without git", () => {
    expect(words(repository({})).ok).toBe(false);
    expect(words(createRepository({})).output).toMatch(/^skipped: /);
  });
});

describe("commits", () => {
  test.each(["server: deduplicate concurrent identical requests", "sdk-cli: fix a typo"])(
    "accepts %s",
    (title) => {
      expect(titleFault(title)).toBeUndefined();
    },
  );

  test.each([
    ["server: what is requested twice is done once", '"what" is not an imperative verb'],
    ["server: is faster now", '"is" is not an imperative verb'],
    ["Fix the server", 'accepted: "area: imperative …" in lower case'],
    ["server: Fix the queue", 'accepted: "area: imperative …" in lower case'],
    [`server: fix ${"x".repeat(61)}`, "73 characters; accepted: at most 72"],
  ])("reports %s", (title, fault) => {
    expect(titleFault(title)).toBe(fault);
  });

  test("reads the commits after the recorded one, and is skipped without history", () => {
    const root = repository({});
    const commit = (title: string) =>
      git(root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", title, "--allow-empty");
    commit("An old title");
    const titlesAfter = git(root, "rev-parse", "HEAD").trim();
    writeFileSync(join(root, "scripts/words.json"), JSON.stringify({ titlesAfter }));
    commit("sdk: add a page");
    expect(commitTitles(root)).toEqual({ ok: true, output: "1 new titles" });
    commit("sdk: are pages");
    expect(commitTitles(root).output).toMatch(/^[0-9a-f]+: "sdk: are pages": "are" is not/);
    const clone = join(createRepository({}), "shallow");
    git(root, "clone", "--quiet", "--depth=1", `file://${root}`, clone);
    expect(commitTitles(clone)).toEqual({ ok: true, output: "skipped: the clone is shallow" });
    expect(commitTitles(createRepository({})).output).toMatch(/^skipped: /);
    writeFileSync(join(root, "scripts/words.json"), JSON.stringify({ titlesAfter: "f".repeat(40) }));
    expect(commitTitles(root).output).toMatch("it must be a commit of this repository");
  });
});
