// Pools the findings of a published tool, and compares the sums with the counts of the corpus.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { redFlagDetection } from "../evaluators/red-flag-detection.ts";
import { symptomExtraction } from "../evaluators/symptom-extraction.ts";
import { ItemPool } from "./item-pool.ts";
import { pooledFiguresOf } from "./pooled-figures.ts";

const config = { taxonomy: "free_text", require_negation_handling: true, min_recall: 0.8 };

test.runIf(haveCases)("the findings of NegEx add up to the published counts", () => {
  const pool = new ItemPool();
  const folder = join(casesDir, "B-symptoms");
  const lines = readFileSync(join(folder, "negex-odd.jsonl"), "utf8").split("\n");
  for (const line of lines.filter((text) => text !== "")) {
    // Safe: the schema follows the folder's README.
    const { expected, output } = JSON.parse(line) as { expected: unknown; output: unknown };
    pool.add(symptomExtraction.evaluate(config, { input: null, output, expected }).tally ?? "", null);
  }
  const text = readFileSync(join(folder, "EXPECTED.json"), "utf8");
  // Safe: the schema requires each figure in the file.
  const published = (JSON.parse(text) as { "negex-odd.jsonl": Record<string, number> })["negex-odd.jsonl"];
  const sum = (kind: string): number =>
    (published[`present_${kind}`] ?? NaN) + (published[`negated_${kind}`] ?? NaN);
  // The corpus counts one finding of the row negex-0797 twice, with and without a dash.
  const [found, missed, falseAlarms] = [sum("tp") - 1, sum("fn"), sum("fp")];
  const { figures } = pooledFiguresOf("symptoms", pool);
  expect(figures).toMatchObject({
    samples: published["rows_with_output"],
    found,
    missed_count: missed,
    false_alarms: falseAlarms,
    f1: expect.closeTo((2 * found) / (2 * found + missed + falseAlarms), 12),
    missed: { denominator: found + missed },
  });
  // Several findings of one sentence are dependent, so there are fewer units than findings.
  expect(figures.missed.n_clusters).toBeLessThan(found + missed);
  expect(figures.missed.upper95).toBeGreaterThan(missed / (found + missed));
});

describe.runIf(haveCases)("the gold flags of published vignettes", () => {
  test("have a sensitivity of 1 and an upper bound above 0", () => {
    const pool = new ItemPool();
    const file = join(casesDir, "A-triage", "redflags", "standard30.gold.jsonl");
    for (const line of readFileSync(file, "utf8")
      .split("\n")
      .filter((text) => text !== "")) {
      // Safe: the schema follows the folder's README.
      const { expected } = JSON.parse(line) as { expected: unknown };
      const settings = { protocols: [], require_escalation: true, min_confidence: 0.5 };
      const outcome = redFlagDetection.evaluate(settings, { input: null, output: expected, expected });
      pool.add(outcome.tally ?? "", null);
    }
    const { figures } = pooledFiguresOf("red_flags", pool);
    expect(figures).toMatchObject({
      samples: 30,
      missed_count: 0,
      false_alarms: 0,
      f1: 1,
      sensitivity: { rate: 1 },
    });
    expect(figures.missed.upper95).toBeGreaterThan(0);
  });
});
