import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import {
  close,
  heldTask,
  overriding,
  resultsOf,
  createScoreSetup,
  scoresOf,
} from "../harness/arrange-scored-reviews.ts";
import { engineScenario } from "../harness/scenario.ts";

/** Scenarios for concurrent overrides and extreme values. */
export const overrideLimitScenarios = [
  engineScenario("submitReview", 201, "the latest of ten concurrent overrides applies", async (context) => {
    const setup = await createScoreSetup(context);
    const { two } = setup.calls;
    const values = Array.from({ length: 10 }, (_, index) => 3 * index + 1);
    const held = await Promise.all(values.map(() => heldTask(context, setup)));
    const reviews = await Promise.all(
      held.map(({ task, doctor }, index) =>
        doctor.assay.reviews.submit(task, overriding(two, values[index] ?? 0, { evaluator: "binary" })),
      ),
    );
    const latest = reviews
      .map(({ submitted_at: at }) => at)
      .toSorted()
      .at(-1);
    const winners = reviews.filter(({ submitted_at: at }) => at === latest);
    const { binary } = await scoresOf(context, setup, two);
    const [score, , , by] = binary ?? [];
    expect(winners.map(({ id, override_value: value }) => [value, id])).toContainEqual([score, by]);
    // The mean is (100 + score + 0 + 100)/4.
    expect(await resultsOf(context, setup)).toMatchObject({
      by_evaluator: { binary: close((200 + Number(score)) / 4) },
    });
    const conflicts = await all(context.assay.reviews.list({ sample: two, limit: 3 }));
    expect(conflicts.map(({ override_conflict: conflict }) => conflict)).toEqual(values.map(() => true));
  }),
  engineScenario("submitReview", 201, "accepts the smallest number as a score", async (context) => {
    const setup = await createScoreSetup(context);
    const { task, doctor } = await heldTask(context, setup);
    for (const value of [5e-324, 1e-300, 1e-160]) {
      const body = overriding(setup.calls.one, value, { evaluator: "binary" });
      expect(await doctor.assay.reviews.submit(task, body)).toMatchObject({ override_value: value });
      // The mean is (0 + 0 + 0 + 100)/4.
      expect(await resultsOf(context, setup)).toMatchObject({ by_evaluator: { binary: close(25) } });
    }
    await Promise.all(
      [setup.calls.two, setup.calls.three, setup.calls.four].map((sample) =>
        doctor.assay.reviews.submit(task, overriding(sample, 5e-324, { evaluator: "binary" })),
      ),
    );
  }),
];
