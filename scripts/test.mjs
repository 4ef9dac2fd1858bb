// Runs the tests and ends with one plain line: `N passed, N failed`, and `, N skipped` when some did not run.
// Arguments name suites (unit database conformance journeys fuzz robustness), or are passed on to vitest.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const cache = join(root, "node_modules", ".cache");
const report = join(cache, "vitest.json");
const suites = ["unit", "database", "conformance", "journeys", "fuzz", "robustness"];
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

/** Counts of the run; a file that could not even be loaded is one failure. */
function counts() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    const unloaded = testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    );
    return { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const result = counts();
if (status !== 0 && result.failed === 0) result.failed = 1;
writeFileSync(join(cache, "test-result.json"), JSON.stringify(result));
console.log(
  `\n${result.passed} passed, ${result.failed} failed${result.skipped > 0 ? `, ${result.skipped} skipped` : ""}`,
);
process.exit(result.failed === 0 ? 0 : 1);
