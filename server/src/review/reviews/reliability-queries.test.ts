import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { insertRubric } from "../rubrics/rubric-queries.ts";
import { ReviewHarness } from "../tasks/review-harness.fixture.ts";
import { countGradePairs } from "./reliability-queries.ts";
import { submitReview } from "./submit-review.ts";

describe.each(engines)("the pairs of grades on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  /** Creates a rubric with one dimension. @returns its id. */
  async function newRubric(harness: ReviewHarness): Promise<string> {
    const id = harness.deps.newId();
    await harness.within((tx) =>
      insertRubric(tx, harness.workspaceId, {
        id: formatId("rubric", id),
        project: harness.evaluations.project,
        name: "Safety",
        version: 1,
        description: null,
        dimensions: [{ id: "safe", name: "Safe", type: "boolean", required: false }],
        createdAt: harness.deps.now().getTime(),
      }),
    );
    return id;
  }

  test("are counted once for each sample and two reviewers, without grades that are not assessable", async () => {
    const harness = await ReviewHarness.open(theHarness(), 3);
    const rubricId = await newRubric(harness);
    const reviewers = [await harness.reviewer(), await harness.reviewer(), await harness.reviewer()];
    const task = () => harness.task({ rubric: formatId("rubric", rubricId), reviews_required: 3 });
    const [first, second] = [await task(), await task()];
    const grade = (id: string, reviewer: number, sample: number, value: boolean | null) => {
      const graded = value === null ? { value, not_assessable: true } : { value };
      const body = {
        sample: formatId("sample", harness.sampleIds[sample] ?? ""),
        grades: { safe: graded },
        override_ai_score: false,
        override_value: undefined,
        evaluator: undefined,
        notes: undefined,
        flags: [],
        active_seconds: undefined,
        expected_revision: undefined,
        expected_draft_revision: undefined,
      };
      const caller = harness.as(reviewers[reviewer] ?? "");
      return harness.within((tx) =>
        submitReview(tx, harness.deps, { caller, command: { taskId: id, body } }),
      );
    };
    // The first sample has three grades (three pairs), the second has two (one pair). On the third sample, one of
    // two grades is not assessable.
    for (const reviewer of [0, 1, 2]) await grade(first.id, reviewer, 0, true);
    for (const reviewer of [0, 1]) await grade(first.id, reviewer, 1, false);
    await grade(first.id, 0, 2, true);
    await grade(first.id, 1, 2, null);
    // A second review of the same sample by the same reviewer forms no further pair.
    await grade(second.id, 0, 0, true);
    const filter = {
      workspaceId: harness.workspaceId,
      rubricId,
      dimension: "safe",
      since: new Date(0),
      includeUnblinded: false,
    };
    const { knex } = harness.deps.database;
    expect(await countGradePairs(knex, filter)).toBe(4);
    expect(await countGradePairs(knex, { ...filter, dimension: "other" })).toBe(0);
  });
});
