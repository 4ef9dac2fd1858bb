// Published figures for triage runs by real systems, which others computed with SciPy and scikit-learn.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { casesDir } from "./cases.ts";

export interface TriageFigures {
  n: number;
  gold_only?: boolean;
  correct: number;
  under_triage: number;
  over_triage: number;
  missing_output: number;
  unrecognised_output: number;
  "confusion_expected>output": Record<string, number>;
  percent_correct_all_rows: number;
  percent_correct_answered_only: number;
  wilson95_percent_all_rows: [number, number];
  std_dev_of_0_100_scores: { sample: number };
  gold_vs_output_native_scale_answered_only: { cohen_kappa: number; quadratic: number };
}

/** The folder with the runs and their figures. */
export const triageCasesDir = join(casesDir, "A-triage");

/**
 * Returns the published figures by file in this folder, or an empty object if the cases are not available.
 */
export function publishedTriageFigures(): Record<string, TriageFigures> {
  const file = join(triageCasesDir, "EXPECTED.json");
  // According to its `_about`, EXPECTED.json contains the figures by file.
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).files : {};
}
