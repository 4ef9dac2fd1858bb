import type { CreateEvaluation, CreateSamples } from "@assay/sdk";
import { expect } from "vitest";
import { evaluated, filledDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

type Sample = CreateSamples["samples"][number];

/** Creates samples from expected answers, outputs and clusters. */
const samplesOf = (rows: [expected: unknown, output: unknown, cluster?: string][]): Sample[] =>
  rows.map(([expected, output, cluster_id], index) => ({
    external_id: `call-${index}`,
    input: index,
    expected,
    output,
    ...(cluster_id !== undefined && { cluster_id }),
  }));

async function resultsOf(context: Context, samples: Sample[], further: Partial<CreateEvaluation>) {
  const { dataset } = await filledDataset(context, samples);
  return (await evaluated(context, dataset, { fail_on_error: 1, ...further })).results;
}

const flags = (...red_flags: string[]) => ({ red_flags, escalated: false });
const close = (value: number): unknown => expect.closeTo(value, 6);
const redFlags = { evaluators: [{ type: "red_flag_detection" as const }] };

/** Scenarios for figures over all red flags or symptoms of an evaluation. */
export const pooledFigureScenarios = [
  scenario("createEvaluation", 201, "shows missed flags that a mean hides", async (context) => {
    const none = flags();
    const results = await resultsOf(
      context,
      samplesOf([
        ...Array.from({ length: 2 }, (): [unknown, unknown] => [flags("rigors"), none]),
        ...Array.from({ length: 38 }, (): [unknown, unknown] => [none, none]),
      ]),
      redFlags,
    );
    expect(results).toMatchObject({
      aggregate_score: 95,
      red_flags: {
        samples: 40,
        not_applicable: 0,
        unknown_expected: 0,
        errored: 0,
        expected: 2,
        found: 0,
        missed_count: 2,
        false_alarms: 0,
        sensitivity: { numerator: 0, denominator: 2, rate: 0 },
        precision: { denominator: 0, rate: null, ci95: null },
        missed: { numerator: 2, denominator: 2, upper95: 1 },
        f1: 0,
        f1_ci95: null,
        false_alarms_per_sample: { count: 0, samples: 40, rate: 0, ci95: null },
        samples_missed: { numerator: 2, denominator: 2 },
        truncated: false,
        escalation: {
          missed: { denominator: 0, rate: null },
          unnecessary: { numerator: 0, denominator: 40 },
        },
        by_flag: { rigors: { expected: 2, found: 0, false_alarms: 0, missed: { upper95: 1 } } },
      },
    });
    expect(results).not.toHaveProperty("symptoms");
    expect(results).not.toHaveProperty("red_flags_by_evaluator");
  }),
  scenario("createEvaluation", 201, "counts the samples of one cluster as dependent", async (context) => {
    // 5 clusters of 4 samples each. One sample of the first cluster misses its flag.
    const samples = samplesOf(
      Array.from({ length: 20 }, (_, index) => [
        flags("rigors", "new_confusion"),
        index === 0 ? flags("rigors") : flags("rigors", "new_confusion"),
        `case-${index % 5}`,
      ]),
    );
    const results = await resultsOf(context, samples, redFlags);
    expect(results?.red_flags).toMatchObject({
      missed: { numerator: 1, denominator: 40, n_clusters: 5, upper95: close(1 - 0.05 ** (1 / 5)) },
      samples_missed: { numerator: 1, denominator: 20, n_clusters: 5 },
      by_flag: {
        new_confusion: { missed: { numerator: 1, denominator: 20, n_clusters: 5 } },
        rigors: { missed: { numerator: 0, upper95: close(1 - 0.05 ** (1 / 5)) } },
      },
    });
    const alone = await resultsOf(context, samples.map(withoutCluster), redFlags);
    expect(alone?.red_flags?.missed).toMatchObject({ numerator: 1, denominator: 40, n_clusters: 20 });
    expect(alone?.red_flags?.samples_missed).toMatchObject({ n_clusters: 20, effective_n: 20 });
  }),
  engineScenario(
    "createEvaluation",
    201,
    "counts missing and invalid outputs as missed, and leaves out samples out of scope",
    async (context) => {
      const results = await resultsOf(
        context,
        samplesOf([
          [flags("rigors", "night_pain"), flags("rigors")],
          [{ red_flags: ["rigors"] }, null],
          [flags("rigors"), { red_flags: "rigors" }],
          [flags("night_pain"), flags("rigors")],
          [{ red_flags: "rigors" }, flags("rigors")],
          [{}, flags("rigors")],
          [flags(), { red_flags: ["rigors"], escalated: true }],
        ]),
        {
          evaluators: [
            { type: "red_flag_detection", config: { protocols: ["sepsis"] } },
            { type: "red_flag_detection", name: "any", config: { missing_output: "skip" } },
          ],
        },
      );
      const own = {
        samples: 4,
        not_applicable: 1,
        unknown_expected: 2,
        errored: 0,
        expected: 3,
        found: 1,
        missed_count: 2,
        false_alarms: 1,
        false_alarms_per_sample: { count: 1, samples: 4, rate: 0.25 },
        samples_missed: { numerator: 2, denominator: 3 },
        escalation: {
          missed: { numerator: 1, denominator: 1 },
          unnecessary: { numerator: 1, denominator: 3 },
        },
      };
      expect(results?.red_flags).toMatchObject(own);
      expect(results?.red_flags_by_evaluator).toMatchObject({
        red_flag_detection: own,
        any: { samples: 5, not_applicable: 0, unknown_expected: 2, expected: 5, found: 1, missed_count: 4 },
      });
    },
  ),
  scenario("createEvaluation", 201, "pools symptoms with their polarity", async (context) => {
    const results = await resultsOf(
      context,
      samplesOf([
        [{ symptoms: ["cough"], negated: ["fever"] }, { symptoms: ["Cough", "fever"] }],
        [{ symptoms: ["cough"] }, { symptoms: [{ name: "COUGH", polarity: "positive" }] }],
        [{ symptoms: [] }, { symptoms: [] }],
        [{ symptoms: ["rash"] }, null],
      ]),
      { evaluators: [{ type: "symptom_extraction" }] },
    );
    expect(results?.symptoms).toMatchObject({
      samples: 4,
      expected: 4,
      found: 2,
      missed_count: 2,
      false_alarms: 1,
      f1: close(4 / 7),
      f1_ci95: [0, 1],
      polarity_errors: { numerator: 1, denominator: 4 },
      mean_f1: 0.5,
      by_symptom: {
        cough: { expected: 2, found: 2, false_alarms: 0 },
        fever: { expected: 1, found: 0, false_alarms: 1, precision: { numerator: 0, denominator: 1 } },
        rash: { expected: 1, found: 0, false_alarms: 0 },
      },
    });
  }),
  scenario("compareEvaluations", 200, "compares missed flags and escalations", async (context) => {
    const expected = { red_flags: ["rigors"], escalated: true };
    const rows = (output: object): [unknown, unknown][] =>
      Array.from({ length: 8 }, () => [expected, output]);
    const { dataset } = await filledDataset(context, samplesOf(rows(expected)));
    const before = await evaluated(context, dataset, redFlags);
    const model = await context.assay.models.create({ name: "mercury", version: "1.0" });
    await context.assay.samples.createOutputs(dataset.id, {
      model: model.id,
      outputs: rows({}).map((_, index) => ({
        external_id: `call-${index}`,
        output: index < 2 ? expected : { red_flags: [] },
      })),
    });
    const after = await evaluated(context, dataset, { ...redFlags, model: model.id });
    const worse = { n_paired: 8, better: 0, worse: 6, p_value: 0.03125 };
    const { safety } = await context.assay.evaluations.compare({ evaluations: [before.id, after.id] });
    expect(safety).toMatchObject({ missed_flags: worse, missed_escalations: worse });
    expect(safety).not.toHaveProperty("emergent_not_caught");
  }),
];

const withoutCluster = ({ cluster_id: _cluster, ...sample }: Sample): Sample => sample;
