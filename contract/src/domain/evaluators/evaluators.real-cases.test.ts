// Evaluates a real tool's outputs for real sentences, and the red flags of published vignettes. Compares the
// results with independent counts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import type { Outcome } from "./evaluator.ts";
import { redFlagDetection } from "./red-flag-detection.ts";
import { symptomExtraction } from "./symptom-extraction.ts";

interface Row {
  id: string;
  expected: { symptoms: string[]; negated: string[]; red_flags: string[]; escalation: boolean };
  output?: { symptoms: string[]; negated: string[] };
}

const rowsOf = (...path: string[]): Row[] =>
  readFileSync(join(casesDir, ...path), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    // The schema follows the folder's README. A line in any other form fails the test.
    .map((line) => JSON.parse(line) as Row);

type Findings = Row["output"] & object;

/** Returns a term in lower case, without the white space and the dashes inside it. */
const bare = (term: string): string =>
  term
    .toLowerCase()
    .split(/(?<=\S)[\s-]+(?=\S)/)
    .join("");

/** Returns present terms as "+term" and negated ones as "-term". */
const marked = ({ symptoms, negated }: Findings): string[] => [
  ...new Set([...symptoms.map((term) => `+${bare(term)}`), ...negated.map((term) => `-${bare(term)}`)]),
];
const flipped = (mark: string) => `${mark.startsWith("+") ? "-" : "+"}${mark.slice(1)}`;

/** Counts findings by walking the lists, without the evaluator's maps. */
function countFindings(expected: Findings, output: Findings) {
  const [wanted, given] = [marked(expected), marked(output)];
  const missed = wanted.filter((mark) => !given.includes(mark));
  const opposed = missed.filter((mark) => given.includes(flipped(mark)) && !wanted.includes(flipped(mark)));
  return {
    matched: wanted.length - missed.length,
    missed: missed.length,
    spurious: given.filter((mark) => !wanted.includes(mark)).length,
    polarity_errors: opposed.length,
  };
}

const settings = { taxonomy: "free_text", require_negation_handling: true, min_recall: 0.8 };

function extract(expected: unknown, output: unknown): Outcome {
  return symptomExtraction.evaluate(settings, { input: null, output, expected });
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : Number.NaN);
const countsIn = ({ details }: Outcome) => ({
  matched: lengthOf(details["matched"]),
  missed: lengthOf(details["missed"]),
  spurious: lengthOf(details["spurious"]),
  polarity_errors: lengthOf(details["polarity_errors"]),
});

/** Computes precision and recall first, and then F1 as their harmonic mean. */
function expectFigures(
  outcome: Outcome,
  { matched, missed, spurious }: ReturnType<typeof countFindings>,
): void {
  const precision = matched + spurious === 0 ? null : matched / (matched + spurious);
  const recall = matched + missed === 0 ? null : matched / (matched + missed);
  expect(outcome.details).toMatchObject({ precision, recall });
  const f1 = precision && recall ? (2 * precision * recall) / (precision + recall) : 0;
  const score = precision === null && recall === null ? 100 : 100 * f1;
  expect(outcome.status === "scored" && outcome.score).toBeCloseTo(score, 9);
  expect(outcome).toHaveProperty("passed", recall === null ? spurious === 0 : recall >= 0.8);
}

function sum(counts: readonly ReturnType<typeof countFindings>[]) {
  const total = (key: keyof ReturnType<typeof countFindings>) =>
    counts.reduce((all, one) => all + one[key], 0);
  return {
    matched: total("matched"),
    missed: total("missed"),
    spurious: total("spurious"),
    polarity_errors: total("polarity_errors"),
  };
}

describe.runIf(haveCases)("symptom_extraction over real sentences", () => {
  test("equals an independent count for every sentence of the NegEx corpus", () => {
    for (const { expected, output = { symptoms: [], negated: [] } } of rowsOf(
      "B-symptoms",
      "negex-odd.jsonl",
    )) {
      const counts = countFindings(expected, output);
      const outcome = extract(expected, output);
      expect(countsIn(outcome)).toEqual(counts);
      expectFigures(outcome, counts);
      expect(outcome).toHaveProperty("flagged", counts.polarity_errors > 0);
    }
  });

  test("adds up to the published total counts of the corpus", () => {
    const rows = rowsOf("B-symptoms", "negex-odd.jsonl");
    // Safe: the schema requires each figure in the file.
    const published = JSON.parse(readFileSync(join(casesDir, "B-symptoms", "EXPECTED.json"), "utf8")) as {
      "negex-odd.jsonl": Record<string, number>;
    };
    const outcomes = rows.map(({ expected, output }) => extract(expected, output));
    const count = (list: string, negated: boolean) =>
      outcomes
        // Safe: the preceding test compares these details with an independent count.
        .flatMap(({ details }) => details[list] as { negated: boolean }[])
        .filter((finding) => finding.negated === negated).length;
    expect({
      rows_with_output: outcomes.length,
      rows_all_right: outcomes.filter((outcome) => outcome.status === "scored" && outcome.score === 100)
        .length,
      present_tp: count("matched", false),
      present_fn: count("missed", false),
      present_fp: count("spurious", false),
      negated_tp: count("matched", true),
      negated_fn: count("missed", true),
      negated_fp: count("spurious", true),
    }).toEqual({
      ...Object.fromEntries(
        Object.entries(published["negex-odd.jsonl"]).filter(([key]) => /^rows|_(?:tp|fn|fp)$/.test(key)),
      ),
      // The corpus counts 721. Its row negex-0797 lists one finding twice, with and without a dash.
      present_tp: 720,
    });
  });

  test("counts dropped, inverted and added findings of 200 vignettes", () => {
    const rows = rowsOf("B-symptoms", "avey-odd.gold.jsonl");
    const all = rows.map(({ expected }, row) => {
      expect(extract(expected, expected)).toMatchObject({ score: 100, passed: true, flagged: false });
      // Every third negated finding is missing and every fifth is reported as present. Every other vignette
      // has an extra finding.
      const output = {
        symptoms: [
          ...expected.symptoms.filter((_, place) => place % 4 !== 3),
          ...expected.negated.filter((_, place) => place % 5 === 4),
          ...(row % 2 === 0 ? ["glowing in the dark"] : []),
        ],
        negated: expected.negated.filter((_, place) => place % 3 !== 2 && place % 5 !== 4),
      };
      const counts = countFindings(expected, output);
      const outcome = extract(expected, output);
      expect(countsIn(outcome)).toEqual(counts);
      expectFigures(outcome, counts);
      return counts;
    });
    expect(sum(all).polarity_errors).toBeGreaterThan(100);
    expect(sum(all).spurious).toBeGreaterThanOrEqual(sum(all).polarity_errors + 100);
  });

  test("skips conversations whose expected answer is a note instead of a list", () => {
    const rows = rowsOf("B-symptoms", "mts-dialog.gold.jsonl");
    expect(rows.length).toBe(42);
    for (const { expected } of rows) {
      expect(extract(expected, { symptoms: ["pain"] })).toMatchObject({ reason: "missing_expected" });
    }
  });
});

const vignettes = ["extended-odd", "public-sources24", "standard30"].map((name) => `${name}.gold.jsonl`);

describe.runIf(haveCases)("red_flag_detection over published vignettes", () => {
  const config = { protocols: [], require_escalation: true, min_confidence: 0.5 };
  const detect = (expected: unknown, output: unknown) =>
    redFlagDetection.evaluate(config, { input: null, output, expected });

  test.each(vignettes)("scores the gold answers of %s 100", (file) => {
    for (const { expected } of rowsOf("A-triage", "redflags", file)) {
      expect(detect(expected, expected)).toMatchObject({ score: 100, passed: true, flagged: false });
    }
  });

  test.each(vignettes)("counts dropped and added flags of the gold answers of %s", (file) => {
    const seen = new Set<string | null>();
    for (const [row, { expected }] of rowsOf("A-triage", "redflags", file).entries()) {
      const detected = expected.red_flags.filter((_, place) => (row + place) % 3 !== 0);
      const unsure = { flag: "tired", confidence: 0.49 };
      const added = ["odd socks", "Odd_Socks", "hiccups"].slice(0, row % 4);
      const escalated = expected.escalation && row % 5 !== 0;
      const output = { red_flags: [...added, unsure, ...detected], escalated };
      const falsePositives = new Set(added.map((name) => name.slice(0, 3).toLowerCase())).size;
      const [tp, fn, fp] = [detected.length, expected.red_flags.length - detected.length, falsePositives];
      // F2 from precision and recall is 5PR/(4P + R).
      const [precision, recall] = [tp / Math.max(1, tp + fp), tp / Math.max(1, tp + fn)];
      const f2 = tp === 0 ? 0 : (5 * precision * recall) / (4 * precision + recall);
      const nothing = expected.red_flags.length === 0 && fp === 0;
      const lost = expected.escalation && !escalated;
      const outcome = detect(expected, output);
      expect(outcome.status === "scored" && outcome.score).toBeCloseTo(
        lost ? 0 : nothing ? 100 : 100 * f2,
        9,
      );
      expect(lengthOf(outcome.details["missed"])).toBe(fn);
      expect(lengthOf(outcome.details["false_positives"])).toBe(fp);
      const reason = lost ? "missed_escalation" : fn > 0 ? "missed_red_flag" : null;
      expect(outcome).toHaveProperty("flag_reason", reason);
      seen.add(reason);
    }
    expect(seen).toEqual(new Set(["missed_escalation", "missed_red_flag", null]));
  });
});
