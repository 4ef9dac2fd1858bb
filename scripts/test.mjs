// Runs the tests of a tier. Prints a line for each test that passed on retry, and then one plain line:
// `N passed, N failed`, followed by `, N skipped` if tests were skipped.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const cache = join(root, "node_modules", ".cache");
const suites = ["unit", "database", "conformance", "journeys", "fuzz", "packages", "robustness"];
const tiers = { "--full": "full", "--matrix": "matrix" };

const usage = `Usage: npm test -- [suite …] [path …] [vitest options]
       npm run test:full -- [suite …] [path …] [vitest options]
       npm run test:matrix -- [suite …] [path …] [vitest options]

  npm test             the tests that every change must pass (less than 5 minutes)
  npm run test:full    these and the files *.full.test.ts, at usual size (less than 30 minutes)
  npm run test:matrix  the files *.matrix.test.ts: other runtimes, compilers and package managers
  npm run torture      fuzz and robustness at full size, for hours

Suites: ${suites.join(", ")}

  npm test -- unit contract/src/wire -t "a title"   some files of a suite, tests by title
  npm test -- conformance mock                      the scenarios on one target: mock, pglite or postgres
  npm run test:full -- robustness                   one suite with all its files

ASSAY_TEST_SEED=7 changes the seed of random tests.`;

const words = process.argv.slice(2);
const given = words.filter((word) => !(word in tiers));
if (given.includes("--help") || given.includes("-h")) {
  console.log(usage);
  process.exit(0);
}
const tier = words.map((word) => tiers[word]).find((name) => name !== undefined) ?? "ci";
const args = given.flatMap((argument) => (suites.includes(argument) ? ["--project", argument] : [argument]));
/** Whether all suites run. In such a run, the suites share the workers. */
const isComplete = !given.some((argument) => suites.includes(argument));
/**
 * The report's path. The gate `inventory` reads reports of complete runs, so partial runs use another path.
 */
const report = join(cache, given.length === 0 ? `vitest-${tier}.json` : "vitest-part.json");

mkdirSync(cache, { recursive: true });
rmSync(report, { force: true });
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...args,
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ASSAY_TEST_TIER: tier, ...(isComplete && { ASSAY_TEST_MERGED: "1" }) },
  },
);

function readReport() {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return undefined;
  }
}

/** Returns the counts of a run; a file that cannot be loaded counts as one failure. */
function countsOf({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const unloaded = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped: numPendingTests };
}

/** Returns a line for each test that passed only on retry, with the reason for its first failure. */
function passedOnRetry({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === "passed" && test.failureMessages.length > 0)
      .map(({ ancestorTitles, title, failureMessages: [message] }) => {
        const path = [relative(root, name), ...ancestorTitles.filter(Boolean), title].join(" > ");
        return `passed on retry: ${path} (${message.split("\n", 1)[0]})`;
      }),
  );
}

const read = readReport();
const result = read ? countsOf(read) : { passed: 0, failed: 1, skipped: 0 };
if (status !== 0 && result.failed === 0) result.failed = 1;
writeFileSync(join(cache, "test-result.json"), JSON.stringify(result));
const retried = read ? passedOnRetry(read) : [];
if (retried.length > 0) console.log(`\n${retried.join("\n")}`);
console.log(
  `\n${result.passed} passed, ${result.failed} failed${result.skipped > 0 ? `, ${result.skipped} skipped` : ""}`,
);
process.exit(result.failed === 0 ? 0 : 1);
