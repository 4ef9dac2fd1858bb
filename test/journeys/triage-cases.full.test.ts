// Runs `assay run` on the outputs of real systems, and compares the figures with those that others computed
// with SciPy and scikit-learn.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Evaluation, TriageSummary } from "@assay/sdk";
import { runAssay } from "../support/assay-process.ts";
import { haveCases } from "../support/cases.ts";
import { useServer } from "../support/file-server.ts";
import { publishedTriageFigures, triageCasesDir, type TriageFigures } from "../support/triage-figures.ts";

const expected = publishedTriageFigures();
const threeLevels = ["emergent", "semi_urgent", "routine"];
/**
 * With weights of 3, any error on up to four levels scores 0, so scores are binary, as in the published
 * figures.
 */
const binary = { severity_weights: { under_triage: 3, over_triage: 3 } };

const folders = haveCases
  ? readdirSync(triageCasesDir, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  : [];
const filesOf = (name: string): string[] =>
  readdirSync(join(triageCasesDir, name))
    .filter((file) => file.endsWith(".jsonl"))
    .sort();
const answered = folders.map(({ name }) => name).filter((name) => name !== "redflags");

const server = useServer();

const assay = (...args: string[]) => runAssay(args, server.environment);

interface Shown {
  file: string;
  evaluation: Evaluation;
}

async function runFolder(name: string, levels?: string[]): Promise<Map<string, Evaluation>> {
  const config = JSON.stringify({ ...binary, ...(levels && { levels }) });
  const paths = filesOf(name).map((file) => join(triageCasesDir, name, file));
  const { code, stdout, stderr } = await assay(
    "--json",
    "run",
    ...paths,
    "--evaluator",
    `triage_accuracy:${config}`,
  );
  expect(stderr, stderr).not.toContain("assay:");
  expect(code).toBe(0);
  const shown = JSON.parse(stdout) as Shown[];
  return new Map(shown.map(({ file, evaluation }) => [`${name}/${file.split(/[/\\]/).at(-1)}`, evaluation]));
}

/**
 * Returns the confusion matrix in the notation of the published figures: `expected>output`, without zeros.
 */
function confusionOf({ confusion }: TriageSummary): Record<string, number> {
  const name: Record<string, string> = { no_answer: "missing", invalid_level: "unrecognised" };
  const cells = Object.entries(confusion).flatMap(([level, row]) =>
    Object.entries(row).map(([answer, count]): [string, number] => [
      `${level}>${name[answer] ?? answer}`,
      count,
    ]),
  );
  return Object.fromEntries(cells.filter(([, count]) => count > 0));
}

function check({ results }: Evaluation, file: TriageFigures): void {
  const triage = results?.triage;
  if (!results || !triage) throw new Error("no triage block");
  expect(triage.total).toBe(file.n);
  expect(triage.exact.all.numerator).toBe(file.correct);
  expect(triage.under_triage.all.numerator).toBe(file.under_triage);
  expect(triage.over_triage.all.numerator).toBe(file.over_triage);
  expect(triage.no_answer).toBe(file.missing_output);
  expect(triage.invalid_level).toBe(file.unrecognised_output);
  expect(confusionOf(triage)).toEqual(file["confusion_expected>output"]);
  expect((triage.exact.all.rate ?? Number.NaN) * 100).toBeCloseTo(file.percent_correct_all_rows, 9);
  expect((triage.exact.answered.rate ?? Number.NaN) * 100).toBeCloseTo(file.percent_correct_answered_only, 9);
  const [low, high] = triage.exact.all.ci95 ?? [Number.NaN, Number.NaN];
  expect(low * 100).toBeCloseTo(file.wilson95_percent_all_rows[0], 9);
  expect(high * 100).toBeCloseTo(file.wilson95_percent_all_rows[1], 9);
  expect(results.aggregate_score).toBeCloseTo(file.percent_correct_all_rows, 9);
  expect(results.sample_count).toBe(file.n);
}

describe.skipIf(!haveCases)("published triage runs", () => {
  test.each(answered.filter((name) => name !== "ktas"))(
    "%s: counts, rates, Wilson intervals and kappas equal the published ones",
    async (name) => {
      const evaluations = await runFolder(name, threeLevels);
      expect([...evaluations.keys()]).toEqual(filesOf(name).map((file) => `${name}/${file}`));
      for (const [file, evaluation] of evaluations) {
        const published = expected[file];
        if (!published) throw new Error(`${file} has no published figures`);
        check(evaluation, published);
        const { cohen_kappa: kappa, quadratic } = published.gold_vs_output_native_scale_answered_only;
        expect(evaluation.results?.triage?.kappa, file).toBeCloseTo(kappa, 9);
        expect(evaluation.results?.triage?.weighted_kappa, file).toBeCloseTo(quadratic, 9);
      }
    },
  );

  test("ktas: the 1,262 outputs of a rule engine on our four levels", async () => {
    const evaluations = await runFolder("ktas");
    for (const [file, evaluation] of evaluations) {
      const published = expected[file];
      if (!published) throw new Error(`${file} has no published figures`);
      check(evaluation, published);
    }
  });

  test("files of one folder are one dataset: equal ids are the same samples", async () => {
    const name = answered.find((one) => filesOf(one).length > 1) ?? "";
    const evaluations = [...(await runFolder(name, threeLevels)).values()];
    expect(new Set(evaluations.map(({ dataset }) => dataset)).size).toBe(1);
    expect(new Set(evaluations.map(({ model }) => model)).size).toBe(filesOf(name).length);
  });

  test.each(haveCases && existsSync(join(triageCasesDir, "redflags")) ? filesOf("redflags") : [])(
    "redflags/%s has no outputs: exit code 2, and the reason",
    async (file) => {
      const { code, stdout, stderr } = await assay(
        "run",
        join(triageCasesDir, "redflags", file),
        "--evaluator",
        "triage_accuracy",
      );
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/has no outputs: none of its \d+ rows/);
    },
  );
});
