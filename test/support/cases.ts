import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder with real inputs and published results: `ASSAY_TEST_CASES_DIR`, by default `../shared/cases`. */
export const casesDir =
  process.env["ASSAY_TEST_CASES_DIR"] ?? fileURLToPath(new URL("../../../shared/cases", import.meta.url));

/** Whether the folder with the cases exists. If not, tests that need it print one visible line. */
export const haveCases = existsSync(casesDir);

if (!haveCases)
  process.stderr.write(`[cases] ${casesDir} is missing: tests over real inputs do not run here.\n`);
