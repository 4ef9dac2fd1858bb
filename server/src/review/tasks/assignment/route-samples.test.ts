import { formatId } from "@assay/contract/platform/ids";
import { resolvedAssignment } from "@assay/contract/evaluation/routing/assignment-input";
import type { Routing } from "@assay/contract/evaluation/routing/evaluation-routing";
import { type RoutableSample, routedSamples, seededIntegers } from "@assay/contract/domain";
import { describe, expect, test } from "vitest";
import { evaluator } from "../../../evaluation/evaluations/harness-samples.fixture.ts";
import { engines, useJobHarness } from "../../../platform/jobs/job-harness.fixture.ts";
import { insertRows } from "../../../platform/db/rows.ts";
import { ReviewHarness } from "../review-harness.fixture.ts";
import { routeSamples } from "./route-samples.ts";

const routing = (rubric: string, given: Partial<Routing> = {}): Routing => ({
  score_below: null,
  flagged: false,
  evaluators: null,
  rubric: formatId("rubric", rubric),
  priority: "normal",
  assignment: resolvedAssignment(undefined),
  reviews_required: 1,
  max_samples: 1000,
  due_in_hours: null,
  shown_metadata: null,
  shown_fields: null,
  reveal: "after_submit",
  ...given,
});

describe.each(engines)("routing on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  /**
   * Creates an evaluation whose samples have few distinct scores, so that many scores are equal. Some samples
   * have no score, and some are flagged.
   */
  async function createScored(harness: ReviewHarness, count: number) {
    const evaluation = await harness.evaluations.create({
      evaluators: [evaluator(), evaluator({ name: "second" })],
    });
    const next = seededIntegers(7);
    const samples = harness.sampleIds.slice(0, count).map((id) => ({
      id,
      parts: [0, 1].map(() => {
        const score = next(8) === 0 ? null : next(5) * 25;
        return { score, flagged: score !== null && next(4) === 0 };
      }),
    }));
    const { workspaceId } = harness;
    await harness.within(async (tx) => {
      await insertRows(tx, harness.deps.database, {
        table: "sample_scores",
        columns: [
          "workspace_id",
          "evaluation_id",
          "sample_id",
          "status",
          "automated",
          "effective",
          "flagged",
        ],
        rows: samples.map(({ id, parts: [first] }) => [
          workspaceId,
          evaluation.id,
          id,
          "scored",
          first?.score ?? null,
          100,
          first?.flagged ?? false,
        ]),
      });
      await insertRows(tx, harness.deps.database, {
        table: "results",
        columns: [
          "workspace_id",
          "evaluation_id",
          "sample_id",
          "position",
          "status",
          "score",
          "flagged",
          "details",
          "sample_version",
          "created_at",
        ],
        rows: samples.flatMap(({ id, parts }) =>
          parts.map(({ score, flagged }, position) => [
            workspaceId,
            evaluation.id,
            id,
            position,
            score === null ? "skipped" : "scored",
            score,
            flagged,
            "{}",
            1,
            harness.deps.now(),
          ]),
        ),
      });
    });
    return { evaluation, samples };
  }

  const routed = async (harness: ReviewHarness, evaluationId: string): Promise<string[]> =>
    harness.deps.database
      .knex("review_tasks as t")
      .join("review_task_samples as s", "s.task_id", "t.id")
      .where({ "t.evaluation_id": evaluationId })
      .orderBy("t.id")
      .pluck("s.sample_id");

  test("selects and sorts samples as the rule does, by the combined or the lowest automated score", async () => {
    const harness = await ReviewHarness.open(theHarness(), 120);
    const combined = (parts: Omit<RoutableSample, "id">[]) => parts[0] ?? { score: null, flagged: false };
    const lowest = (parts: Omit<RoutableSample, "id">[]) => {
      const scores = parts.flatMap(({ score }) => score ?? []);
      return {
        score: scores.length > 0 ? Math.min(...scores) : null,
        flagged: parts.some(({ flagged }) => flagged),
      };
    };
    const cases = [
      { score_below: 50 },
      { flagged: true },
      { score_below: 75, flagged: true, max_samples: 40 },
      { score_below: 50, flagged: true, evaluators: ["triage_accuracy", "second"] },
      { score_below: 25.5, evaluators: ["second"], max_samples: 7 },
    ];
    for (const given of cases) {
      const { evaluation, samples } = await createScored(harness, 120);
      const rule = routing(harness.rubricId, given);
      const completed = { ...evaluation, routing: rule, completed_at: harness.deps.now() };
      await harness.within((tx) => routeSamples(tx, harness.deps, completed));
      const seen = samples.map(({ id, parts }) => {
        if (rule.evaluators === null) return { id, ...combined(parts) };
        return { id, ...lowest(rule.evaluators.length === 2 ? parts : parts.slice(1)) };
      });
      const expected = routedSamples(seen, rule).map(({ id }) => id);
      expect(expected.length).toBeGreaterThan(5);
      expect(await routed(harness, evaluation.id)).toEqual(expected);
    }
  });

  test("routes a sample once per rubric, even if routing runs twice", async () => {
    const harness = await ReviewHarness.open(theHarness(), 20);
    const { evaluation } = await createScored(harness, 20);
    const completed = {
      ...evaluation,
      routing: routing(harness.rubricId, { score_below: 100 }),
      completed_at: harness.deps.now(),
    };
    await harness.within((tx) => routeSamples(tx, harness.deps, completed));
    const once = await routed(harness, evaluation.id);
    await harness.within((tx) => routeSamples(tx, harness.deps, completed));
    expect(await routed(harness, evaluation.id)).toEqual(once);
    expect(once.length).toBeGreaterThan(5);
  });

  test("assigns a thousand samples to twenty reviewers, fifty each, each sample once", async () => {
    const harness = await ReviewHarness.open(theHarness(), 1000);
    for (let index = 0; index < 20; index += 1) await harness.reviewer();
    const { evaluation, samples } = await createScored(harness, 1000);
    await harness.deps.database.knex("sample_scores").update({ automated: 1 });
    const assignment = { ...resolvedAssignment(undefined), mode: "auto" as const };
    const completed = {
      ...evaluation,
      routing: routing(harness.rubricId, { score_below: 2, assignment }),
      completed_at: harness.deps.now(),
    };
    await harness.within((tx) => routeSamples(tx, harness.deps, completed));
    const order = await routed(harness, evaluation.id);
    expect(order.toSorted()).toEqual(samples.map(({ id }) => id).toSorted());
    const holds: { reviewer_id: string; count: string }[] = await harness.deps.database
      .knex("review_assignments")
      .where({ workspace_id: harness.workspaceId })
      .groupBy("reviewer_id")
      .select("reviewer_id")
      .count("* as count");
    expect(holds.map(({ count }) => Number(count))).toEqual(Array.from({ length: 20 }, () => 50));
  });
});
