import {
  evaluatorNotRun,
  evaluatorToOrderBy,
  unscoredByScore,
} from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import { notFound } from "@assay/contract/platform/refusals";
import type { CreateEvaluation } from "@assay/sdk";
import { expect } from "vitest";
import {
  absent,
  all,
  answered,
  binary,
  evaluated,
  filledDataset,
  level,
  nightly,
} from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { anInstant, expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);
const two: CreateEvaluation["evaluators"] = [{ type: "triage_accuracy" }, binary];

export const evaluationResultScenarios = [
  engineScenario(
    "listEvaluationResults",
    200,
    "returns one result per sample and evaluator, in dataset order",
    async (context) => {
      const { dataset, samples } = await filledDataset(context);
      const { id } = await evaluated(context, dataset, { evaluators: two });
      const list = await all(context.assay.evaluations.results(id, { limit: 3 }));
      const listed = list.map(
        ({ external_id: sample, evaluator, passed }) => `${sample} ${evaluator} ${passed}`,
      );
      expect(listed).toEqual([
        "call-1 triage_accuracy true",
        "call-1 binary true",
        "call-2 triage_accuracy false",
        "call-2 binary false",
        "call-3 triage_accuracy false",
        "call-3 binary false",
        "call-4 triage_accuracy true",
        "call-4 binary true",
      ]);
      expect(list[2]).toEqual({
        object: "evaluation_result",
        sample_id: samples[1]?.id,
        external_id: "call-2",
        evaluator: "triage_accuracy",
        run: 1,
        status: "scored",
        score: close(100 / 3),
        original_score: close(100 / 3),
        overridden_by: null,
        passed: false,
        output: { triage_level: "urgent" },
        expected: { triage_level: "emergent" },
        details: {
          predicted: "urgent",
          expected: "emergent",
          classification: "under_triage",
          distance: 1,
          severity_penalty: close(200 / 3),
          reason: "Answered urgent where emergent was expected: 1 level too low.",
        },
        flagged: true,
        flag_reason: "under_triage",
        created_at: anInstant,
      });
      expect(list[0]).not.toHaveProperty("flag_reason");
    },
  ),
  engineScenario(
    "listEvaluationResults",
    200,
    "filters by evaluator, score and flag, also combined",
    async (context) => {
      const { assay } = context;
      const { dataset } = await filledDataset(context);
      const { id } = await evaluated(context, dataset, { evaluators: two });
      const listed = async (query: Parameters<typeof assay.evaluations.results>[1]) =>
        (await all(assay.evaluations.results(id, query))).map(
          (result) => `${result.external_id} ${result.evaluator}`,
        );
      expect(await listed({ flagged: true })).toEqual(["call-2 triage_accuracy", "call-2 binary"]);
      expect(await listed({ flagged: true, evaluator: "binary" })).toEqual(["call-2 binary"]);
      expect(await listed({ score_below: 33 })).toEqual(["call-2 binary", "call-3 binary"]);
      expect(await listed({ score_below: 33, flagged: false })).toEqual(["call-3 binary"]);
      expect(await listed({ score_below: 0 })).toEqual([]);
      const below = await listed({ score_below: 100, evaluator: "triage_accuracy", limit: 1 });
      expect(below).toEqual(["call-2 triage_accuracy", "call-3 triage_accuracy"]);
    },
  ),
  scenario(
    "listEvaluationResults",
    200,
    "returns an empty list before any sample is evaluated",
    async (context) => {
      const { dataset } = await filledDataset(context);
      await context.target.hold();
      const { id } = await context.assay.evaluations.create(nightly(dataset));
      expect((await context.assay.evaluations.results(id)).data).toEqual([]);
    },
  ),
  engineScenario(
    "listEvaluationResults",
    200,
    "lists the lowest scores first, equal scores in dataset order, on any page size",
    async (context) => {
      const { dataset } = await filledDataset(context, [
        ...answered("urueur"),
        { external_id: "unscored", input: 0, expected: null, output: level("urgent") },
      ]);
      const { id } = await evaluated(context, dataset, { fail_on_error: 1 });
      const listed = async (query: Parameters<Context["assay"]["evaluations"]["results"]>[1]) =>
        (await all(context.assay.evaluations.results(id, query))).map((row) => row.external_id);
      // `r` (call-1, call-5) is two levels too low and scores 0. `e` (call-3) is one level too high, which is not flagged.
      const worst = ["call-1", "call-5", "call-3", "call-0", "call-2", "call-4"];
      for (const limit of [1, 2, 5, 20]) expect(await listed({ order: "score", limit })).toEqual(worst);
      expect(await listed({ order: "score", status: "scored" })).toEqual(worst);
      expect(await listed({ order: "score", flagged: true })).toEqual(worst.slice(0, 2));
      expect(await listed({ order: "dataset" })).toEqual([...worst].sort().concat("unscored"));
    },
  ),
  engineScenario("listEvaluationResults", 200, "filters by status", async (context) => {
    const { dataset } = await filledDataset(context, [
      ...answered("u"),
      { external_id: "unscored", input: 0, expected: null, output: level("urgent") },
    ]);
    const { id } = await evaluated(context, dataset, { fail_on_error: 1 });
    const listed = async (status: "scored" | "skipped" | "errored") =>
      (await all(context.assay.evaluations.results(id, { status }))).map((row) => row.external_id);
    expect(await listed("scored")).toEqual(["call-0"]);
    expect(await listed("errored")).toEqual(["unscored"]);
    expect(await listed("skipped")).toEqual([]);
  }),
  scenario(
    "listEvaluationResults",
    400,
    "requires one evaluator and scored results in order of score",
    async (context) => {
      const { assay } = context;
      const { dataset } = await filledDataset(context);
      const { id } = await evaluated(context, dataset, { evaluators: two });
      const order = "score";
      await expectRejected(
        assay.evaluations.results(id, { order }),
        evaluatorToOrderBy(["triage_accuracy", "binary"]),
      );
      const skipped = { order, evaluator: "binary", status: "skipped" } as const;
      await expectRejected(assay.evaluations.results(id, skipped), unscoredByScore("skipped"));
      const { next_cursor: after } = await assay.evaluations.results(id, { limit: 1 });
      const cursor = assay.evaluations.results(id, { order, evaluator: "binary", after: after ?? "" });
      await expect(cursor).rejects.toMatchObject({ status: 400, errors: [{ path: "query/after" }] });
    },
  ),
  scenario(
    "listEvaluationResults",
    400,
    "names the existing evaluators for an unknown one",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const { id } = await evaluated(context, dataset);
      const call = context.assay.evaluations.results(id, { evaluator: "binary" });
      await expectRejected(call, evaluatorNotRun("binary", ["triage_accuracy"]));
      expectFaults(
        await context.request("GET", `/v1/evaluations/${id}/results?score_below=101&flagged=no`),
        ["query/score_below", "too_big", "score_below is 101; it must be at most 100."],
        ["query/flagged", "invalid_type", 'flagged is "no"; it must be true or false.'],
      );
    },
  ),
  scenario("listEvaluationResults", 404, "returns 404 for an unknown id", async ({ assay }) => {
    await expectRejected(
      assay.evaluations.results(absent.evaluation),
      notFound("evaluation", absent.evaluation),
    );
  }),
];
