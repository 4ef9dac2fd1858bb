import type { CreateEvaluation } from "@assay/sdk";
import { expect } from "vitest";
import { all, answered, evaluated, filledDataset, level } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { customAt, withReceiver } from "../harness/custom-receiver.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const missing = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    external_id: `blank-${index}`,
    input: index,
    expected: level("urgent"),
  }));

/** Stores the outputs of a new model for the given external ids. @returns the model. */
async function answer(
  { assay }: Context,
  dataset: string,
  { name, externalIds }: { name: string; externalIds: readonly string[] },
) {
  const model = await assay.models.create({ name, version: "1.0" });
  const outputs = externalIds.map((external_id) => ({ external_id, output: level("urgent") }));
  await assay.samples.createOutputs(dataset, { model: model.id, outputs });
  return model;
}

/** Scenarios for samples without an output. */
export const missingOutputScenarios = [
  engineScenario(
    "createEvaluation",
    201,
    "scores missing outputs 0, with every evaluator",
    async (context) => {
      // 15 of 30 samples have no output. The endpoint scores the others 95, so the mean is 47.5.
      await withReceiver(
        () => ({ score: 95 }),
        async ({ url, calls }) => {
          const { dataset } = await filledDataset(context, [...answered("u".repeat(15)), ...missing(15)]);
          const done = await evaluated(context, dataset, { evaluators: [customAt(url)] });
          expect(calls).toHaveLength(15);
          const coverage = {
            scored: 30,
            errored: 0,
            skipped: 0,
            total: 30,
            missing_output: 15,
            not_applicable: 0,
          };
          expect(done).toMatchObject({
            missing_output: "fail",
            results: {
              aggregate_score: 47.5,
              missing_output: 15,
              flagged_samples: 15,
              coverage,
              coverage_by_evaluator: { custom: coverage },
              distributions: { custom: { failed: 15 } },
            },
          });
          const results = await all(context.assay.evaluations.results(done.id, { flagged: true }));
          expect(results[0]).toMatchObject({
            status: "scored",
            score: 0,
            passed: false,
            flag_reason: "no_answer",
            details: { reason: "The sample has no output.", missing_output: true },
          });
        },
      );
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "skips missing outputs on request, by evaluator or for all",
    async (context) => {
      const { dataset } = await filledDataset(context, [...answered("uu"), ...missing(2)]);
      const skipping = await evaluated(context, dataset, { missing_output: "skip" });
      expect(skipping).toMatchObject({
        missing_output: "skip",
        results: {
          aggregate_score: 100,
          missing_output: 2,
          coverage: { scored: 2, errored: 0, skipped: 2, total: 4, missing_output: 2, not_applicable: 0 },
          triage: { missing_output: 2, exact: { all: { numerator: 2, denominator: 4 } } },
        },
      });
      const own: Partial<CreateEvaluation> = {
        evaluators: [
          { type: "triage_accuracy" },
          { type: "triage_accuracy", name: "lenient", config: { missing_output: "skip" } },
        ],
      };
      const { results, manifest_hash: hash } = await evaluated(context, dataset, own);
      expect(results).toMatchObject({
        by_evaluator: { triage_accuracy: 50, lenient: 100 },
        coverage_by_evaluator: { triage_accuracy: { scored: 4 }, lenient: { skipped: 2, missing_output: 2 } },
      });
      expect((await evaluated(context, dataset, { ...own, missing_output: "skip" })).manifest_hash).not.toBe(
        hash,
      );
    },
  ),
  engineScenario(
    "createEvaluation",
    201,
    "counts a sample without an output as missing, also if it is out of scope",
    async (context) => {
      const flagged = (id: string, flag: string, output: object | null) => ({
        external_id: id,
        input: id,
        expected: { red_flags: [flag], escalated: false },
        output,
      });
      const { dataset } = await filledDataset(context, [
        flagged("found", "rigors", { red_flags: ["rigors"] }),
        flagged("blank", "rigors", null),
        flagged("outside", "facial droop", null),
      ]);
      const config = { protocols: ["sepsis"] };
      const { results } = await evaluated(context, dataset, {
        evaluators: [{ type: "red_flag_detection", config }],
      });
      const coverage = { scored: 2, errored: 0, skipped: 1, total: 3, missing_output: 2, not_applicable: 1 };
      expect(results).toMatchObject({
        aggregate_score: 50,
        missing_output: 2,
        coverage,
        coverage_by_evaluator: { red_flag_detection: coverage },
        red_flags: { samples: 2, missed_count: 1, not_applicable: 1 },
      });
    },
  ),
  engineScenario("getEvaluation", 200, "fails if no selected sample has an output", async (context) => {
    const { dataset } = await filledDataset(context, missing(3));
    const errorOf = async (further: Partial<CreateEvaluation> = {}) => {
      const { id } = await evaluated(context, dataset, further);
      const { status, error } = await context.assay.evaluations.get(id);
      expect(status).toBe("failed");
      return error;
    };
    const problem = "No selected sample of 3 has an output of its own, and the evaluation names no model.";
    expect(await errorOf()).toBe(
      `${problem} Store outputs with POST /v1/datasets/${dataset.id}/outputs, and set "model".`,
    );
    const nightingale = await answer(context, dataset.id, {
      name: "nightingale",
      externalIds: ["blank-0", "blank-1"],
    });
    const mercury = await answer(context, dataset.id, { name: "mercury", externalIds: ["blank-1"] });
    const [first, second] = [`${nightingale.id} (nightingale-1.0)`, `${mercury.id} (mercury-1.0)`];
    for (const option of ["fail", "skip"] as const)
      expect(await errorOf({ missing_output: option })).toBe(
        `${problem} Set "model"; outputs are stored for ${first}, ${second}.`,
      );
    const filter = { external_ids: ["blank-0"] };
    expect(await errorOf({ model: mercury.id, sample_filter: filter })).toBe(
      `No selected sample of 1 has an output of ${second}. Outputs are stored for ${first}.`,
    );
    const { results } = await evaluated(context, dataset, { model: nightingale.id });
    expect(results).toMatchObject({ missing_output: 1, sample_count: 3 });
  }),
  engineScenario(
    "compareEvaluations",
    200,
    "does not compare evaluations that scored different samples of both",
    async (context) => {
      const { dataset } = await filledDataset(context, answered("uuuu"));
      const model = await answer(context, dataset.id, { name: "mercury", externalIds: ["call-0", "call-1"] });
      const compare = async (missing_output: "fail" | "skip") => {
        const baseline = await evaluated(context, dataset, { missing_output });
        const candidate = await evaluated(context, dataset, { missing_output, model: model.id });
        return context.assay.evaluations.compare({ evaluations: [baseline.id, candidate.id] });
      };
      expect(await compare("skip")).toMatchObject({
        comparable: false,
        reasons: ["coverage_differs", "unpaired", "too_few", "no_variation"],
        n_missing_output: { baseline: 0, candidate: 2 },
        n_paired: 2,
      });
      expect(await compare("fail")).toMatchObject({
        comparable: true,
        change: -50,
        n_missing_output: { baseline: 0, candidate: 2 },
        n_paired: 4,
      });
      const [some, whole] = [
        await evaluated(context, dataset, { sample_filter: { external_ids: ["call-0"] } }),
        await evaluated(context, dataset),
      ];
      expect(await context.assay.evaluations.compare({ evaluations: [some.id, whole.id] })).toMatchObject({
        comparable: true,
        n_unpaired: { baseline: 0, candidate: 3 },
      });
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "counts samples outside the protocols as not applicable",
    async (context) => {
      const flags = (expected: string[], output: unknown) => ({
        input: 1,
        expected: { red_flags: expected },
        output,
      });
      const { dataset } = await filledDataset(context, [
        flags(["facial_droop"], { red_flags: ["facial_droop"], escalated: true }),
        flags(["night_pain"], { red_flags: "unreadable" }),
        flags(["night_pain"], null),
        flags([], null),
      ]);
      const evaluators = [{ type: "red_flag_detection" as const, config: { protocols: ["stroke"] } }];
      const { id, results } = await evaluated(context, dataset, { evaluators });
      const coverage = { scored: 2, errored: 0, skipped: 2, total: 4, missing_output: 2, not_applicable: 2 };
      expect(results).toMatchObject({
        aggregate_score: 50,
        coverage,
        coverage_by_evaluator: { red_flag_detection: coverage },
      });
      expect(
        (await all(context.assay.evaluations.results(id))).map(({ status, details }) => [
          status,
          details["reason"],
        ]),
      ).toEqual([
        ["scored", "Found 1 of 1 red flags, none unexpected."],
        ["skipped", "No expected red flag belongs to the protocols stroke."],
        ["skipped", "No expected red flag belongs to the protocols stroke."],
        ["scored", "The sample has no output."],
      ]);
    },
  ),
];
