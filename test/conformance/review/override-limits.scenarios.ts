import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import {
  close,
  heldTask,
  overriding,
  resultsOf,
  scoredRoom,
  scoresOf,
} from "../harness/arrange-scored-reviews.ts";
import { engineScenario } from "../harness/scenario.ts";

/** Overrides at once, and as small as can be. */
export const overrideLimitScenarios = [
  engineScenario(
    "submitReview",
    201,
    "of ten overrides at once the latest submitted counts",
    async (context) => {
      const room = await scoredRoom(context);
      const { two } = room.calls;
      const values = Array.from({ length: 10 }, (_, index) => 3 * index + 1);
      const held = await Promise.all(values.map(() => heldTask(context, room)));
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
      const { binary } = await scoresOf(context, room, two);
      const [score, , , by] = binary ?? [];
      expect(winners.map(({ id, override_value: value }) => [value, id])).toContainEqual([score, by]);
      // (100 + score + 0 + 100)/4
      expect(await resultsOf(context, room)).toMatchObject({
        by_evaluator: { binary: close((200 + Number(score)) / 4) },
      });
      const conflicts = await all(context.assay.reviews.list({ sample: two, limit: 3 }));
      expect(conflicts.map(({ override_conflict: conflict }) => conflict)).toEqual(values.map(() => true));
    },
  ),
  engineScenario("submitReview", 201, "a score may be as small as a number can be", async (context) => {
    const room = await scoredRoom(context);
    const { task, doctor } = await heldTask(context, room);
    for (const value of [5e-324, 1e-300, 1e-160]) {
      const body = overriding(room.calls.one, value, { evaluator: "binary" });
      expect(await doctor.assay.reviews.submit(task, body)).toMatchObject({ override_value: value });
      // (0 + 0 + 0 + 100)/4
      expect(await resultsOf(context, room)).toMatchObject({ by_evaluator: { binary: close(25) } });
    }
    await Promise.all(
      [room.calls.two, room.calls.three, room.calls.four].map((sample) =>
        doctor.assay.reviews.submit(task, overriding(sample, 5e-324, { evaluator: "binary" })),
      ),
    );
  }),
];
