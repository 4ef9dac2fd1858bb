// The gate `inventory` checks that no folder loses tests without a reason. For each suite and folder,
// `test/inventory.json` contains four numbers:
// - declared: calls of `test` and `scenario` in the source, which this gate counts in less than a second
// - ci, full, matrix: tests that a complete run of the tier reported, including rows of tables
// Collecting all tests takes minutes, so the gate reads the reports of complete runs in
// `node_modules/.cache`. `.ci/run` leaves the report of `npm test`; the nightly run leaves that of
// `npm run test:full`. If a report is older than the inventory, it is not compared.
// If a number decreases, the same commit must add an entry under `removed`:
// `{suite, folder, reason, replacement}`. `node scripts/gates/inventory.mjs` writes the current numbers.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const file = "test/inventory.json";
const sourceRoots = ["contract/src", "sdk/src", "examples/src", "scripts", "server/src", "test"];
const tiers = ["ci", "full", "matrix"];
const kinds = ["declared", ...tiers];
/** Number of recent inventory versions that are checked. */
const maxVersions = 20;

/** Returns the suite that a path belongs to, if any. */
function suiteOf(path) {
  const [first, second] = path.split("/");
  if (first === "server" || path.startsWith("test/support/")) return "database";
  return first === "test" ? second : "unit";
}

const isDeclaring = (path) => /\.(test|test-d|scenarios)\.ts$/.test(path);
const declaration =
  /(?<![\w.$"'`])(?:test|it|scenario|engineScenario|longScenario|mockScenario)(?:\.(?!skip\()\w+)*\s*\(/g;

/** Adds a count to a folder in a suite. */
function add(counts, path, kind, count) {
  const suite = (counts[suiteOf(path)] ??= {});
  const folder = (suite[dirname(path)] ??= {});
  folder[kind] = (folder[kind] ?? 0) + count;
}

function countDeclared(root, counts) {
  for (const folder of sourceRoots) {
    let entries = [];
    try {
      entries = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
    for (const name of entries) {
      const path = `${folder}/${name.replaceAll("\\", "/")}`;
      if (!isDeclaring(path) || path.includes("node_modules/")) continue;
      const text = readFileSync(join(root, path), "utf8");
      add(counts, path, "declared", text.match(declaration)?.length ?? 0);
    }
  }
}

/**
 * Adds the counts of complete runs that ended after `since` (milliseconds). Returns the tiers of these runs.
 */
function countReported(root, counts, since) {
  return tiers.filter((tier) => {
    const path = join(root, "node_modules", ".cache", `vitest-${tier}.json`);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) <= since) return false;
    const { testResults } = JSON.parse(readFileSync(path, "utf8"));
    for (const { name, assertionResults } of testResults)
      add(counts, relative(root, name).replaceAll("\\", "/"), tier, assertionResults.length);
    return true;
  });
}

/** Returns one entry `[suite, folder, kind, count]` for every number in an inventory. */
const entriesOf = (suites) =>
  Object.entries(suites).flatMap(([suite, folders]) =>
    Object.entries(folders).flatMap(([folder, counts]) =>
      kinds.flatMap((kind) => (counts[kind] === undefined ? [] : [[suite, folder, kind, counts[kind]]])),
    ),
  );

/** Returns the numbers in `before` that are lower in `after`. */
const fallen = (before, after, counted = kinds) =>
  entriesOf(before)
    .filter(([, , kind]) => counted.includes(kind))
    .map(([suite, folder, kind, count]) => ({
      suite,
      folder,
      kind,
      count,
      now: after[suite]?.[folder]?.[kind] ?? 0,
    }))
    .filter(({ count, now }) => now < count);

/**
 * Returns earlier texts of the inventory, newest first. The list is empty if there is no git or no history.
 */
function earlierTexts(root) {
  const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const { status, stdout } = git("log", `-${maxVersions}`, "--format=%H", "--", file);
  if (status !== 0) return [];
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((commit) => git("show", `${commit}:./${file}`).stdout)
    .filter(Boolean);
}

/**
 * Returns the numbers that a version lowered without a new entry under `removed` for the suite and folder.
 */
function unexplained(versions) {
  return versions.slice(1).flatMap((before, index) => {
    const after = versions[index];
    const known = new Set(before.removed.map((line) => JSON.stringify(line)));
    const added = after.removed.filter((line) => !known.has(JSON.stringify(line)));
    return fallen(before.suites, after.suites).filter(
      ({ suite, folder }) => !added.some((line) => line.suite === suite && line.folder === folder),
    );
  });
}

/**
 * Fails if a folder has fewer tests than the inventory states, or if a number in the inventory was lowered
 * without a reason.
 */
export function inventory(root) {
  const recorded = JSON.parse(readFileSync(join(root, file), "utf8"));
  const counts = {};
  countDeclared(root, counts);
  const reported = countReported(root, counts, statSync(join(root, file)).mtimeMs);
  const versions = [recorded, ...earlierTexts(root).map((text) => JSON.parse(text))];
  const faults = [
    ...fallen(recorded.suites, counts, ["declared", ...reported]).map(
      ({ suite, folder, kind, count, now }) =>
        `${folder}: ${suite} has ${now} tests (${kind}), ${file} says ${count}; run "node scripts/gates/inventory.mjs" and add a line under "removed"`,
    ),
    ...unexplained(versions).map(
      ({ suite, folder, kind, count, now }) =>
        `${file}: ${suite} ${folder} was lowered from ${count} to ${now} (${kind}) without a line under "removed"`,
    ),
    ...recorded.removed
      .filter(({ suite, folder, reason, replacement }) => !(suite && folder && reason && replacement))
      .map((line) => `${file}: ${JSON.stringify(line)} needs suite, folder, reason and replacement`),
  ];
  const total = entriesOf(counts).reduce(
    (sum, [, , kind, count]) => sum + (kind === "declared" ? count : 0),
    0,
  );
  const output =
    faults.length > 0
      ? faults.join("\n")
      : `${total} declarations; reports compared: ${reported.join(", ") || "none"}`;
  return { ok: faults.length === 0 && total > 0, output };
}

const sorted = (record) =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Returns the inventory with the current numbers. Numbers for tiers without a report are unchanged. */
function present(root, recorded) {
  const counts = {};
  countDeclared(root, counts);
  const reported = countReported(root, counts, 0);
  for (const [suite, folder, kind, count] of entriesOf(recorded.suites))
    if (tiers.includes(kind) && !reported.includes(kind))
      ((counts[suite] ??= {})[folder] ??= {})[kind] = count;
  const suites = Object.entries(sorted(counts)).map(([suite, folders]) => [suite, sorted(folders)]);
  return { suites: Object.fromEntries(suites), removed: recorded.removed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const recorded = JSON.parse(readFileSync(join(root, file), "utf8"));
  writeFileSync(join(root, file), `${JSON.stringify(present(root, recorded), null, 2)}\n`);
}
