import { pickSubset } from "@assay/contract/domain";
import type { CreateEvaluation } from "@assay/sdk";
import { expect } from "vitest";
import { all, evaluated, filledDataset, nightly } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { anId, anInstant, expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const urgent = { triage_level: "urgent" };

/** Creates a dataset of twelve samples that differ in the fields that a filter uses. */
const twelve = (context: Context) =>
  filledDataset(
    context,
    Array.from({ length: 12 }, (_, index) => ({
      external_id: `s${index}`,
      input: index,
      output: urgent,
      expected: urgent,
      tags: index % 2 === 0 ? ["even", "all"] : ["all"],
      metadata: { third: index % 3 === 0 ? 1 : "1", none: null },
      split: index < 10 ? "test" : "train",
    })),
  );

/** Scenarios for valid new evaluations. */
export const evaluationCreationScenarios = [
  scenario(
    "createEvaluation",
    201,
    "is pending without progress, and returns the request",
    async (context) => {
      const { dataset } = await filledDataset(context);
      await context.target.hold();
      const evaluator = {
        type: "triage_accuracy",
        config: { severity_weights: { under_triage: 3 } },
        weight: 2,
      };
      const filter = { external_ids: ["call-1", "call-2"] };
      const sent = { ...nightly(dataset), metadata: { commit: "f00", nested: [{}] } };
      const nulls = { evaluators: [{ ...evaluator, name: null }], sample_filter: { ...filter, split: null } };
      const body = expectBody(
        await context.request("POST", "/v1/evaluations", { body: { ...sent, ...nulls } }),
        201,
      );
      expect(body).toEqual({
        ...sent,
        id: anId("eval"),
        object: "evaluation",
        dataset_version: 1,
        model: null,
        status: "pending",
        evaluators: [evaluator],
        sample_filter: filter,
        fail_on_error: 0.1,
        missing_output: "fail",
        runs: 1,
        progress: { total: 2, completed: 0, failed: 0 },
        as_of: null,
        routing: null,
        manifest_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        created_at: anInstant,
        started_at: null,
        completed_at: null,
        cancelled_at: null,
        error: null,
      });
      expect(await context.assay.evaluations.get(String(body["id"]))).toEqual(body);
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "responds after the evaluation has completed, if run_async is false",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const done = await evaluated(context, dataset);
      expect(done).toMatchObject({
        status: "completed",
        evaluators: [{ type: "triage_accuracy", weight: 1 }],
        sample_filter: null,
        progress: { total: 4, completed: 4, failed: 0 },
        started_at: anInstant,
        completed_at: anInstant,
        error: null,
      });
      expect(done.duration_seconds).toBeTypeOf("number");
      expect(await context.assay.evaluations.get(done.id)).toEqual(done);
    },
  ),
  scenario("createEvaluation", 201, "selects the samples that meet every condition", async (context) => {
    const { dataset, samples } = await twelve(context);
    const chosen = async (filter: CreateEvaluation["sample_filter"]) => {
      const { id } = await evaluated(context, dataset, { sample_filter: filter });
      return (await all(context.assay.evaluations.results(id))).map((result) => result.external_id);
    };
    expect(await chosen({ tags_any: ["even", "odd"], split: "test" })).toEqual([
      "s0",
      "s2",
      "s4",
      "s6",
      "s8",
    ]);
    expect(await chosen({ metadata: { third: 1 } })).toEqual(["s0", "s3", "s6", "s9"]);
    expect(await chosen({ metadata: { third: "1", none: null }, split: "train" })).toEqual(["s10", "s11"]);
    expect(await chosen({ external_ids: ["s9", "s1", "nobody"] })).toEqual(["s1", "s9"]);
    expect(await chosen({ ids: [samples[5]?.id ?? "", "nonsense"] })).toEqual(["s5"]);
    expect(await chosen({})).toHaveLength(12);
  }),
  scenario("createEvaluation", 201, "selects a subset that depends only on the seed", async (context) => {
    const { dataset } = await twelve(context);
    const even = ["s0", "s2", "s4", "s6", "s8", "s10"];
    const drawn = async (limit: number, seed?: number) => {
      const { id } = await evaluated(context, dataset, {
        sample_filter: { tags_any: ["even"], limit, seed },
      });
      return (await all(context.assay.evaluations.results(id))).map((result) => result.external_id);
    };
    // The tests of the domain check which samples a seed selects. Here, every target must select the same
    // samples.
    for (const seed of [0, 7, 4_294_967_295]) expect(await drawn(3, seed)).toEqual(pickSubset(even, 3, seed));
    expect(await drawn(3)).toEqual(pickSubset(even, 3, 0));
    expect(await drawn(99)).toEqual(even);
  }),
  scenario(
    "createEvaluation",
    201,
    "has equal manifests for equal conditions, and different ones otherwise",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const hash = async (changed: Partial<CreateEvaluation>) =>
        (await context.assay.evaluations.create({ ...nightly(dataset), ...changed })).manifest_hash;
      const plain = await hash({});
      const levels = ["emergent", "urgent", "semi_urgent", "routine"];
      const explicit = {
        type: "triage_accuracy",
        config: { levels, require_expected: true },
        weight: 1,
      } as const;
      expect(await hash({ evaluators: [explicit], name: "Other" })).toBe(plain);
      expect(await hash({ evaluators: [{ type: "triage_accuracy", weight: 2 }] })).not.toBe(plain);
      await context.assay.samples.create(dataset.id, { samples: [{ input: 1 }] });
      expect(await hash({})).not.toBe(plain);
    },
  ),
  scenario("createEvaluation", 201, "stores as_of in UTC with milliseconds", async (context) => {
    const { dataset } = await filledDataset(context);
    const body = { ...nightly(dataset), as_of: "2026-01-01T00:00:00.12345+01:00" };
    expect((await context.assay.evaluations.create(body)).as_of).toBe("2025-12-31T23:00:00.123Z");
  }),
];
