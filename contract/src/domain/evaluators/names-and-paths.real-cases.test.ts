// Reads the native labels of published evaluations through aliases and paths. The results must equal the published
// counts, which are over labels that were translated beforehand.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { triageAccuracy } from "./triage-accuracy.ts";

interface Row {
  metadata: { native_expected?: string | number; native_output?: string | number | null };
  output?: unknown;
}

const folder = join(casesDir, "A-triage");

/** The labels of each level in the published data, from the folder's README. */
const aliases = {
  emergent: ["em", "Emergency", "EC", "ESI 1", "ESI 2", "KTAS 1", "KTAS 2", "critical"],
  urgent: ["ESI 3", "KTAS 3"],
  semi_urgent: ["ne", "Non-Emergency", "PC", "ESI 4", "KTAS 4"],
  routine: ["sc", "Self-care", "SC", "ESI 5", "KTAS 5"],
};
const config = {
  levels: ["emergent", "urgent", "semi_urgent", "routine"],
  severity_weights: { under_triage: 2, over_triage: 1 },
  require_expected: true,
  aliases,
  output_path: "/metadata/native_output",
  expected_path: "/metadata/native_expected",
};

interface Published {
  files: Record<string, { n: number; correct?: number; under_triage?: number; over_triage?: number }>;
}

// Safe: the schema follows the folder's README.
const publishedFiles = (): Published["files"] =>
  (JSON.parse(readFileSync(join(folder, "EXPECTED.json"), "utf8")) as Published).files;

const rowsOf = (file: string): Row[] =>
  readFileSync(join(folder, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    // Safe: a line in any other form fails the test.
    .map((line) => JSON.parse(line) as Row);

describe.runIf(haveCases)("native labels of published evaluations", () => {
  const files = haveCases ? Object.entries(publishedFiles()) : [];
  // Files without outputs have no counts.
  const native = files.filter(([, { correct }]) => correct !== undefined);

  test.each(native)("have the published counts of %s", (file, published) => {
    const classes = rowsOf(file).map((row) => {
      const outcome = triageAccuracy.evaluate(config, { input: null, output: row, expected: row });
      return outcome.status === "scored" ? outcome.classification : outcome.reason;
    });
    const count = (name: string): number => classes.filter((one) => one === name).length;
    expect({
      n: classes.length,
      correct: count("correct"),
      under_triage: count("under_triage"),
      over_triage: count("over_triage"),
    }).toEqual({
      n: published.n,
      correct: published.correct,
      under_triage: published.under_triage,
      over_triage: published.over_triage,
    });
  });
});
