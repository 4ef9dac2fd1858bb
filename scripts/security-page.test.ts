import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Promises that `npm test` does not verify, because their tests must kill processes. */
const onlyInFull = ["Acknowledged writes survive a kill"];

interface Evidence {
  /** The subject of a list item, which is a path or a command. */
  name: string;
  /** The tier that the page states; undefined for a command. */
  tier: string | undefined;
}

interface SecurityPromise {
  title: string;
  evidence: Evidence[];
}

/** Returns a page's promises: each third-level section, with the list at its end. */
function promisesOf(page: string): SecurityPromise[] {
  const [, promised = ""] = /^## Promises\n([\s\S]*?)^## /m.exec(page) ?? [];
  return promised
    .split(/^### /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf("\n")),
      evidence: [...section.matchAll(/^- `([^`]+)`(?: \((.+)\))?$/gm)].map(([, name = "", tier]) => ({
        name,
        tier,
      })),
    }));
}

/**
 * Returns a file's tier, based on its suffix; for scenarios, based on whether `npm test` runs any of them.
 */
function tierOf(path: string): string {
  const [, suffix] = /\.(full|matrix)\.test\.ts$/.exec(path) ?? [];
  const isFull = path.endsWith(".scenarios.ts") && !/\b(s|engineS|longS|mockS)cenario\(/.test(textOf(path));
  if (isFull) return "test:full";
  return suffix === undefined ? "npm test" : `test:${suffix}`;
}

const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

/** Returns the faults in the tests that a page names. */
function faultsOf(page: string): string[] {
  return promisesOf(page).flatMap(({ title, evidence }) => {
    const files = evidence.filter(({ name }) => !name.startsWith("npm run "));
    const wrong = files.flatMap(({ name, tier }) => {
      if (!existsSync(join(root, name))) return [`${title}: ${name} does not exist`];
      return tier === tierOf(name) ? [] : [`${title}: ${name} belongs to ${tierOf(name)}`];
    });
    const inEveryRun = evidence.some(({ name, tier }) => tier === "npm test" || name.startsWith("npm run "));
    const isMissing = !inEveryRun && (evidence.length === 0 || !onlyInFull.includes(title));
    return isMissing ? [...wrong, `${title}: npm test has no test of it`] : wrong;
  });
}

const page = textOf("docs/explanation/security.md");

test("every promise of docs/explanation/security.md names its tests with their tiers, with at least one in npm test", () => {
  expect(promisesOf(page).length).toBeGreaterThan(15);
  expect(faultsOf(page)).toEqual([]);
  expect(promisesOf(page).map(({ title }) => title)).toEqual(expect.arrayContaining(onlyInFull));
});

test("every line of a promise's list has the expected form, so that no line is skipped", () => {
  const lines = /^## Promises\n([\s\S]*?)^## /m.exec(page)?.[1]?.match(/^- .*$/gm) ?? [];
  const read = promisesOf(page).flatMap(({ evidence }) => evidence);
  expect(lines).toHaveLength(read.length);
});

test.each([
  ["a path that is wrong", "- `test/robustness/none.test.ts` (npm test)", "does not exist"],
  ["a tier that is wrong", "- `test/robustness/crashes.full.test.ts` (npm test)", "belongs to test:full"],
  ["only tests of test:full", "- `test/robustness/crashes.full.test.ts` (test:full)", "npm test has no test"],
  ["no test", "Nothing.", "npm test has no test"],
])("a promise with %s is a fault", (_name, list, fault) => {
  const one = `## Promises\n\n### It works\n\n${list}\n\n## Limits\n`;
  expect(faultsOf(one).join("\n")).toContain(fault);
});
