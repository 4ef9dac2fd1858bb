// Runs the tests and ends with one plain line: `N passed, N failed`, and `, N skipped` when some did not run; before it a
// line for each test that passed only when it was tried again.
// Arguments name suites (unit database conformance journeys fuzz packages robustness), or are passed on to vitest.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const cache = join(root, "node_modules", ".cache");
const report = join(cache, "vitest.json");
const suites = ["unit", "database", "conformance", "journeys", "fuzz", "packages", "robustness"];
const given = process.argv.slice(2);
const args = given.flatMap((argument) => (suites.includes(argument) ? ["--project", argument] : [argument]));

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
  { cwd: root, stdio: "inherit" },
);

function readReport() {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return undefined;
  }
}

/** Counts of the run; a file that could not even be loaded is one failure. */
function countsOf({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const unloaded = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped: numPendingTests };
}

/** A line for each test that passed only at the second go: what made it fail at the first is kept with it. */
function triedAgain({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === "passed" && test.failureMessages.length > 0)
      .map(({ ancestorTitles, title, failureMessages: [message] }) => {
        const place = [relative(root, name), ...ancestorTitles.filter(Boolean), title].join(" > ");
        return `passed only when tried again: ${place} (${message.split("\n", 1)[0]})`;
      }),
  );
}

const told = readReport();
const result = told ? countsOf(told) : { passed: 0, failed: 1, skipped: 0 };
if (status !== 0 && result.failed === 0) result.failed = 1;
writeFileSync(join(cache, "test-result.json"), JSON.stringify(result));
const again = told ? triedAgain(told) : [];
if (again.length > 0) console.log(`\n${again.join("\n")}`);
console.log(
  `\n${result.passed} passed, ${result.failed} failed${result.skipped > 0 ? `, ${result.skipped} skipped` : ""}`,
);
process.exit(result.failed === 0 ? 0 : 1);
