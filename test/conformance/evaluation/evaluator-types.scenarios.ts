import type { CreateEvaluation, CreateSamples } from "@assay/sdk";
import { expect } from "vitest";
import { all, evaluated, filledDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { nurseLine } from "./guideline-sets.scenarios.ts";
import { scenario } from "../harness/scenario.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);
type Evaluators = CreateEvaluation["evaluators"];

/** Evaluates samples. @returns the evaluation with all its results. */
async function evaluatedSamples(
  context: Context,
  samples: CreateSamples["samples"],
  further: Partial<CreateEvaluation> & { evaluators: Evaluators },
) {
  const { dataset } = await filledDataset(context, samples);
  const evaluation = await evaluated(context, dataset, further);
  const results = await all(context.assay.evaluations.results(evaluation.id));
  return { dataset, evaluation, results };
}

const sample = (output: unknown, expected?: unknown) => ({ input: "A call.", output, expected });
const callWithQuestions = (...questions: string[]) =>
  sample({ questions_asked: questions, actions: ["gave_safety_net_advice"] });

/** Scenarios for each built-in evaluator except `triage_accuracy`, alone and combined. */
export const evaluatorTypeScenarios = [
  scenario("createEvaluation", 201, "scores red flags and the escalation", async (context) => {
    const { evaluation, results } = await evaluatedSamples(
      context,
      [
        sample({ red_flags: ["Stiff neck"], escalated: true }, { red_flags: ["neck_stiffness"] }),
        sample(
          { red_flags: [{ flag: "facial_droop", confidence: 0.7 }, "tired"], escalated: true },
          { red_flags: ["facial_droop", "arm_weakness"] },
        ),
        sample({ red_flags: ["facial_droop"], escalated: false }, { red_flags: ["facial_droop"] }),
        sample({ red_flags: [] }, { red_flags: [] }),
        sample({ red_flags: [] }, { triage_level: "urgent" }),
        sample(null, { red_flags: [] }),
      ],
      { evaluators: [{ type: "red_flag_detection" }] },
    );
    // The first sample scores 100. The second has tp 1, fn 1 and fp 1, so it scores 5/10. The third is not
    // escalated and scores 0. The fourth scores 100. The fifth expects no flags and is skipped. The last has
    // no output and scores 0.
    expect(results.map(({ score, passed, flag_reason: reason }) => [score, passed, reason])).toEqual([
      [100, true, undefined],
      [50, false, "missed_red_flag"],
      [0, false, "missed_escalation"],
      [100, true, undefined],
      [null, null, undefined],
      [0, false, "no_answer"],
    ]);
    expect(results[1]?.details).toEqual({
      flags_detected: ["facial_droop", "tired"],
      flags_expected: ["facial_droop", "arm_weakness"],
      missed: ["arm_weakness"],
      false_positives: ["tired"],
      escalation: { expected: true, made: true },
      reason: "Found 1 of 2 red flags, missed 1, 1 unexpected.",
    });
    expect(evaluation.results).toMatchObject({
      aggregate_score: 50,
      pass_rate: 40,
      sample_count: 5,
      flagged_samples: 3,
      coverage: { scored: 5, errored: 0, skipped: 1, total: 6, missing_output: 1, not_applicable: 0 },
      distributions: { red_flag_detection: { passed: 2, failed: 3 } },
    });
    expect(evaluation.results).not.toHaveProperty("triage");
  }),
  scenario("createEvaluation", 201, "counts only the flags of the named protocols", async (context) => {
    const { results } = await evaluatedSamples(
      context,
      [sample({ red_flags: ["face droop"], escalated: true }, { red_flags: ["facial_droop", "night_pain"] })],
      { evaluators: [{ type: "red_flag_detection", config: { protocols: ["Stroke", "TIA"] } }] },
    );
    expect(results[0]).toMatchObject({ score: 100, details: { flags_expected: ["facial_droop"] } });
  }),
  scenario("createEvaluation", 201, "scores symptoms with their polarity", async (context) => {
    const expected = { symptoms: ["cough", { name: "Fever", negated: true }] };
    const { evaluation, results } = await evaluatedSamples(
      context,
      [
        sample({ symptoms: ["COUGH"], negated: ["fever"] }, expected),
        sample({ symptoms: ["cough", "fever"] }, expected),
        sample({}, { symptoms: [] }),
        sample({ symptoms: "cough" }, expected),
      ],
      { evaluators: [{ type: "symptom_extraction", config: { min_recall: 0.5 } }] },
    );
    // The first sample scores 100. The second output has one of the two symptoms and a spurious one, so F1 =
    // 2/4 and recall is 1/2. The third sample has no symptoms to find and scores 100. The fourth output has
    // no list and scores 0.
    expect(results.map(({ score, passed, flag_reason: reason }) => [score, passed, reason])).toEqual([
      [100, true, undefined],
      [50, true, "polarity_error"],
      [100, true, undefined],
      [0, false, "invalid_output"],
    ]);
    expect(results[3]).toMatchObject({
      status: "scored",
      details: { reason: 'output.symptoms is "cough"; it must be a list.' },
    });
    expect(evaluation).toMatchObject({
      progress: { total: 4, completed: 4, failed: 0 },
      results: {
        aggregate_score: close(62.5),
        flagged_samples: 2,
        distributions: { symptom_extraction: { passed: 3, failed: 1 } },
      },
    });
  }),
  scenario("createEvaluation", 201, "compares outputs with a stored guideline set", async (context) => {
    await context.assay.guidelineSets.create(nurseLine);
    const config = { guideline_set: "nurse_line", scoring_mode: "weighted" as const };
    const { dataset, evaluation, results } = await evaluatedSamples(
      context,
      [
        callWithQuestions("Symptom onset"),
        callWithQuestions("onset", "allergies"),
        sample({ questions_asked: ["onset", "allergies"] }),
        sample({ questions_asked: ["onset", "allergies"], actions: ["prescribed_medication"] }),
      ],
      { evaluators: [{ type: "guideline_compliance", config }] },
    );
    // With weights 3 and 1, the first call scores 75 and the second 100. The third scores 100 but lacks the
    // required action. The fourth has a forbidden action and scores 0.
    expect(results.map(({ score, passed, flag_reason: reason }) => [score, passed, reason])).toEqual([
      [75, true, undefined],
      [100, true, undefined],
      [100, false, undefined],
      [0, false, "forbidden_action"],
    ]);
    expect(results[0]?.details).toMatchObject({ asked: ["onset"], missing: ["allergies"], forbidden: [] });
    expect(evaluation.evaluators).toEqual([{ type: "guideline_compliance", config, weight: 1 }]);
    const hashOf = async (settings: object) => {
      const evaluators: Evaluators = [{ type: "guideline_compliance", config: { ...config, ...settings } }];
      return (await evaluated(context, dataset, { evaluators })).manifest_hash;
    };
    expect(await hashOf({})).toBe(evaluation.manifest_hash);
    expect(await hashOf({ required_questions: ["symptom_onset"] })).toBe(evaluation.manifest_hash);
    expect(await hashOf({ required_questions: ["exposures"] })).not.toBe(evaluation.manifest_hash);
    expect(await hashOf({ guideline_set: "general_triage" })).not.toBe(evaluation.manifest_hash);
  }),
  scenario(
    "createEvaluation",
    201,
    "averages by weight over the evaluators that scored a sample",
    async (context) => {
      const { evaluation, results } = await evaluatedSamples(
        context,
        [
          sample(
            { triage_level: "emergent", red_flags: ["a"], escalated: true, symptoms: ["fever"] },
            { triage_level: "emergent", red_flags: ["a"], symptoms: ["fever"], negated: ["cough"] },
          ),
          sample({ triage_level: "urgent" }, { triage_level: "urgent" }),
          sample(null, { triage_level: "urgent" }),
          sample(
            { triage_level: "semi_urgent", red_flags: ["a"] },
            { triage_level: "urgent", red_flags: "a" },
          ),
        ],
        {
          evaluators: [
            { type: "triage_accuracy", weight: 3 },
            { type: "red_flag_detection", name: "alarms" },
            { type: "symptom_extraction", weight: 4 },
          ],
          fail_on_error: 0.25,
          missing_output: "skip",
        },
      );
      // Sample 1 scores 100, 100 and 66⅔: (300 + 100 + 266⅔)/8 = 83⅓ with weights, 88 8/9 with equal weights.
      // Sample 2 scores 100, and two evaluators skip it. Sample 3 is skipped by all. Sample 4 scores 33⅓;
      // alarms fails with an error, and symptoms skips it.
      expect(evaluation.results).toMatchObject({
        weighted_aggregate: close((250 / 3 + 100 + 100 / 3) / 3),
        aggregate: close((800 / 9 + 100 + 100 / 3) / 3),
        pass_rate: close(100 / 3),
        sample_count: 3,
        flagged_samples: 1,
        by_evaluator: { triage_accuracy: close(700 / 9), alarms: 100, symptom_extraction: close(200 / 3) },
        coverage: { scored: 3, errored: 0, skipped: 1, total: 4 },
        coverage_by_evaluator: {
          triage_accuracy: { scored: 3, errored: 0, skipped: 1, total: 4 },
          alarms: { scored: 1, errored: 1, skipped: 2, total: 4 },
          symptom_extraction: { scored: 1, errored: 0, skipped: 3, total: 4 },
        },
        distributions: {
          triage_accuracy: { correct: 2, under_triage: 1, over_triage: 0 },
          alarms: { passed: 1, failed: 0 },
          symptom_extraction: { passed: 0, failed: 1 },
        },
      });
      expect(evaluation.progress).toEqual({ total: 4, completed: 3, failed: 1 });
      expect(results.map(({ evaluator, status }) => `${evaluator} ${status}`).slice(3, 6)).toEqual([
        "triage_accuracy scored",
        "alarms skipped",
        "symptom_extraction skipped",
      ]);
      const alarms = await all(context.assay.evaluations.results(evaluation.id, { evaluator: "alarms" }));
      expect(alarms.map(({ status }) => status)).toEqual(["scored", "skipped", "skipped", "errored"]);
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "runs one type twice with separate names and settings",
    async (context) => {
      const evaluators: Evaluators = [
        { type: "symptom_extraction" },
        { type: "symptom_extraction", name: "any polarity", config: { require_negation_handling: false } },
      ];
      const samples = [sample({ symptoms: ["fever"] }, { negated: ["fever"] })];
      const { evaluation } = await evaluatedSamples(context, samples, { evaluators });
      expect(evaluation.results).toMatchObject({
        aggregate_score: 50,
        pass_rate: 0,
        by_evaluator: { symptom_extraction: 0, "any polarity": 100 },
      });
    },
  ),
];
