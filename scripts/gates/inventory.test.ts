import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inventory } from "./inventory.mjs";

interface Removed {
  suite: string;
  folder: string;
  reason: string;
  replacement: string;
}

/**
 * Creates a repository with two tests in `contract/src/wire`, and with an inventory that records `declared`
 * tests for this folder.
 */
function repository(declared: number, removed: readonly Removed[] = []) {
  const root = mkdtempSync(join(tmpdir(), "assay-inventory-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof value === "string" ? value : JSON.stringify(value));
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: root });
  const record = (count: number, lines: readonly Removed[]) =>
    write("test/inventory.json", {
      suites: { unit: { "contract/src/wire": { declared: count, ci: 3 } } },
      removed: lines,
    });
  const commit = () => {
    git("add", "--all");
    git("commit", "--quiet", "--message", "x");
  };
  write("contract/src/wire/a.test.ts", 'test("a", () => {});\ntest.each([1, 2])("b", () => {});\n');
  record(declared, removed);
  git("init", "--quiet");
  commit();
  return { root, write, record, commit };
}

const removed = {
  suite: "unit",
  folder: "contract/src/wire",
  reason: "the format is gone",
  replacement: "none",
};

test("inventory accepts a folder with as many tests as recorded, or more", () => {
  expect(inventory(repository(2).root)).toMatchObject({ ok: true });
  expect(inventory(repository(1).root)).toMatchObject({ ok: true });
});

test("inventory fails when a folder declares fewer tests than recorded", () => {
  const { ok, output } = inventory(repository(3).root);
  expect(ok).toBe(false);
  expect(output).toContain("contract/src/wire: unit has 2 tests (declared), test/inventory.json says 3");
});

test("inventory fails when a complete run reported fewer tests than recorded", () => {
  const { root, write } = repository(2);
  const name = join(root, "contract/src/wire/a.test.ts");
  write("node_modules/.cache/vitest-ci.json", { testResults: [{ name, assertionResults: [{}, {}] }] });
  expect(inventory(root).output).toContain("unit has 2 tests (ci), test/inventory.json says 3");
});

test("inventory fails when its numbers were lowered without a line under removed", () => {
  const lowered = repository(3);
  lowered.record(2, []);
  expect(inventory(lowered.root).output).toContain("was lowered from 3 to 2 (declared) without a line");
  lowered.commit();
  expect(inventory(lowered.root).ok).toBe(false);

  const explained = repository(3);
  explained.record(2, [removed]);
  expect(inventory(explained.root)).toMatchObject({ ok: true });
});

test("a line under removed explains only the commit that adds it", () => {
  const { root, record } = repository(3, [removed]);
  record(2, [removed]);
  expect(inventory(root).ok).toBe(false);
});

test("inventory fails for a line under removed without a reason", () => {
  expect(inventory(repository(2, [{ ...removed, reason: "" }]).root).output).toContain("needs suite, folder");
});
