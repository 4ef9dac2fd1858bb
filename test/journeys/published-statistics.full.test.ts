// Checks the API's statistics against published figures; a custom evaluator returns the scores.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Assay, type CreateEvaluation, type Dataset } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../support/cases.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

// Each file describes its contents in `_about`; if their shape were different, the tests would fail.
const read = <Shape>(file: string, empty: Shape): Shape =>
  haveCases ? JSON.parse(readFileSync(join(casesDir, "D-statistics", file), "utf8")) : empty;

interface NistSet {
  values: number[];
  computed_by_rational_arithmetic: { mean_exact_decimal: string; std_dev_sample_exact_decimal: string };
}
const { sets } = read<{ sets: Record<string, NistSet> }>("nist-univariate.json", { sets: {} });
const { quantiles, trend_series: series } = read<{
  quantiles: { probabilities: number[]; cases: Record<string, { values: number[]; type7: number[] }> };
  trend_series: Record<
    string,
    { y: number[]; slope_per_week_if_steps_are_days: number; per_step: { r_squared: number } }
  >;
}>("statistics.json", { quantiles: { probabilities: [], cases: {} }, trend_series: {} });

let server: TestServer;
let assay: Assay;
let receiver: Receiver;
let project = "";
beforeAll(async () => {
  server = await startTestServer("embedded", {
    ASSAY_OUTBOUND_ALLOW: "127.0.0.1",
    ASSAY_RATE_LIMIT: "1000000",
  });
  assay = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
  // The custom evaluator returns the score that the sample contains.
  receiver = await startReceiver(({ body }) => ({ score: body.sample["output"] }));
  await assay.customEvaluatorSecret.rotate();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

/** Creates a dataset in a separate project with these intended scores; external ids count from 0. */
async function datasetOf(name: string, scores: readonly number[]): Promise<Dataset> {
  project = (await assay.projects.create({ name })).id;
  const dataset = await assay.datasets.create({ name, project });
  const samples = scores.map((score, index) => ({ external_id: `n-${index}`, input: index, output: score }));
  for (let from = 0; from < samples.length; from += 1000)
    await assay.samples.create(dataset.id, { samples: samples.slice(from, from + 1000) });
  return dataset;
}

async function evaluated(dataset: Dataset, further: Partial<CreateEvaluation> = {}): Promise<string> {
  const { id } = await assay.evaluations.create({
    name: "Published",
    project,
    dataset: dataset.id,
    evaluators: [{ type: "custom", name: "given", config: { webhook_url: receiver.url } }],
    ...further,
  });
  const { status } = await assay.evaluations.wait(id, { pollIntervalMs: 20 });
  expect(status).toBe("completed");
  return id;
}

const figuresOf = async (values: readonly number[]) => {
  const id = await evaluated(await datasetOf("Figures", values));
  const query = { include_breakdown: true, include_distribution: true } as const;
  return assay.scores.evaluation(id, query);
};

/** Shifts and factors that bring NIST's values and certified figures into the range from 0 to 100. */
const moved: Record<string, { by: number; times: number; digits: number }> = {
  Lew: { by: 600, times: 0.1, digits: 9 },
  Michelso: { by: -250, times: 1, digits: 9 },
  NumAcc1: { by: -10_000_000, times: 1, digits: 12 },
  // The values are a million and some tenths. After a million is subtracted, nine digits of the tenths are
  // exact.
  NumAcc3: { by: -1_000_000, times: 1, digits: 8 },
};

describe.skipIf(!haveCases)("an evaluation's scores", () => {
  test.each(Object.entries(moved))(
    "have NIST's mean and deviation of %s",
    async (name, { by, times, digits }) => {
      const set = sets[name];
      if (!set) throw new Error(`The cases have no set ${name}.`);
      const { mean_exact_decimal: mean, std_dev_sample_exact_decimal: deviation } =
        set.computed_by_rational_arithmetic;
      const { breakdown, coverage } = await figuresOf(set.values.map((value) => (value + by) * times));
      expect(coverage.scored).toBe(set.values.length);
      expect(breakdown?.["given"]?.mean).toBeCloseTo((Number(mean) + by) * times, digits);
      expect(breakdown?.["given"]?.std_dev).toBeCloseTo(Number(deviation) * times, digits);
    },
  );

  test.each(Object.entries(quantiles.cases))(
    "have R's median (type 7) of %s",
    async (_, { values, type7 }) => {
      // If some values are below 0, all values are shifted.
      const median = type7[quantiles.probabilities.indexOf(0.5)] ?? Number.NaN;
      const by = Math.min(...values) < 0 ? 10 : 0;
      const { breakdown } = await figuresOf(values.map((value) => value + by));
      expect(breakdown?.["given"]?.median).toBeCloseTo(median + by, 12);
    },
  );

  test("are binned without rounding: 79.999 below 80, 100 in the last bucket, none twice", async () => {
    const scores = [0, 9.999, 10, 79.999, 80, 85.7, 89.999999999999986, 90, 99.9, 100];
    const { distribution } = await figuresOf(scores);
    expect(distribution?.buckets.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 0, 0, 1, 3, 3]);
  });
});

describe.skipIf(!haveCases)("the Nile's flow from 1871 to 1970, in percent of the maximum", () => {
  const { y: flows = [], per_step: step, slope_per_week_if_steps_are_days: slope = 0 } = series["nile"] ?? {};
  const highest = Math.max(...flows, 1);
  const scores = flows.map((flow) => (100 * flow) / highest);
  const dayMs = 86_400_000;
  const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
  const only = (from: number, to: number) => ({
    external_ids: scores.slice(from, to).map((_, index) => `n-${from + index}`),
  });

  test("has its break of 1899 (Cobb 1978) as the only regression, severe and not recovered", async () => {
    const dataset = await datasetOf("Nile", scores);
    const spans: string[] = [];
    for (let span = 0; span < 7; span += 1) {
      const sample_filter = only(14 * span, 14 * span + 14);
      spans.push(await evaluated(dataset, { as_of: daysAgo(10 - span), sample_filter }));
    }
    const { regressions } = await assay.scores.trends({ project, evaluator: "given" });
    expect(regressions).toMatchObject([
      { baseline: spans[1], evaluation: spans[2], severity: "severe", recovered: false, recovery_date: null },
    ]);
    // The means are 1098.36 for the years 1885-1898 and 847.14 for 1899-1912. The scores are percentages of
    // 1370.
    expect(regressions?.[0]?.change).toBeCloseTo((100 * (847.1428571428571 - 1098.357142857143)) / 1370, 9);
  });

  test("has scipy's slope and r squared, one day per year, and is declining", async () => {
    const dataset = await datasetOf("Nile by days", scores);
    const end = Date.now();
    for (let from = 0; from < scores.length; from += 10)
      await Promise.all(
        scores.slice(from, from + 10).map((_, index) => {
          const position = from + index;
          const as_of = new Date(end - (scores.length - position) * dayMs).toISOString();
          return evaluated(dataset, { as_of, sample_filter: only(position, position + 1) });
        }),
      );
    const trends = await assay.scores.trends({ project, evaluator: "given", period: "1y" });
    expect(trends).toMatchObject({ direction: "declining", data_points: 100, max: 100 });
    expect(trends.slope).toBeCloseTo((100 * slope) / highest, 9);
    expect(trends.r_squared).toBeCloseTo(step?.r_squared ?? Number.NaN, 9);
  });
});
