import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all } from "./harness/arrange.ts";
import { type ActingReviewer, actingReviewer } from "./harness/arrange-reviews.ts";
import {
  grading,
  overriding,
  type ScoreSetup,
  scoredRoom,
  taskOf,
} from "./harness/arrange-scored-reviews.ts";
import { type Context, createContext } from "./harness/context.ts";
import { mockTarget } from "./harness/mock-target.ts";
import { serverTarget } from "./harness/server-target.ts";
import type { Target } from "./harness/target.ts";

// Another seed submits other reviews; what one finds becomes a scenario.
const seed = Number(process.env["ASSAY_TEST_SEED"] ?? 1);
const count = Number(process.env["ASSAY_TEST_OVERRIDES"] ?? 30);

/** One review: who, of which sample, and what it overrides; null: nothing. */
interface Step {
  reviewer: number;
  sample: number;
  evaluator: "triage_accuracy" | "binary" | null;
  value: number | null;
}

const step: fc.Arbitrary<Step> = fc.record({
  reviewer: fc.integer({ min: 0, max: 2 }),
  sample: fc.integer({ min: 0, max: 3 }),
  evaluator: fc.constantFrom("triage_accuracy", "binary", null),
  value: fc.oneof(fc.constantFrom(null, 0, 69.99, 70, 100), fc.double({ min: 0, max: 100, noNaN: true })),
});

/** The sides add up in different ways: what is beyond 12 digits is chance. */
const rounded = (state: unknown): unknown =>
  JSON.parse(JSON.stringify(state), (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(12)) : value,
  );

/** One side: a room whose samples three reviewers hold, each under a task of their own that never completes. */
class Side {
  readonly context: Context;
  readonly room: ScoreSetup;
  readonly held: { task: string; doctor: ActingReviewer }[] = [];

  constructor(context: Context, room: ScoreSetup) {
    this.context = context;
    this.room = room;
  }

  static async on(target: Target): Promise<Side> {
    const context = await createContext(target);
    const side = new Side(context, await scoredRoom(context));
    for (let index = 0; index < 3; index += 1) {
      const doctor = await actingReviewer(context, { name: `Reviewer ${index}` });
      const further = { doctor, reviews_required: 2, blind: false };
      side.held.push({ doctor, task: await taskOf(context, side.room, further) });
    }
    return side;
  }

  async take({ reviewer, sample, evaluator, value }: Step): Promise<void> {
    const held = this.held[reviewer];
    const id = this.room.samples[sample] ?? "";
    const about = evaluator === null ? {} : { evaluator };
    const body = value === null ? grading(id, about) : overriding(id, value, about);
    await held?.doctor.assay.reviews.submit(held.task, body);
    // No two in one millisecond: which was the later would be chance.
    this.context.target.advance(1);
  }

  /** All that reviews and overrides change, with places instead of ids. */
  async state(): Promise<unknown> {
    const { evaluations, reviews } = this.context.assay;
    const said = await all(reviews.list());
    const byId = new Map(said.map(({ id, reviewer }) => [id, reviewer.name]));
    const results = await all(evaluations.results(this.room.evaluation.id));
    const place = (sample: string) => this.room.samples.indexOf(sample);
    return rounded({
      evaluation: (await evaluations.get(this.room.evaluation.id)).results,
      results: results.map((row) => ({
        sample: place(row.sample_id),
        scores: [row.evaluator, row.score, row.original_score, row.passed],
        by: row.overridden_by && byId.get(row.overridden_by),
      })),
      reviews: said.map((review) => ({
        sample: place(review.sample),
        by: review.reviewer.name,
        says: [review.revision, review.evaluator, review.override_value, review.original_ai_score],
        conflict: review.override_conflict,
      })),
    });
  }
}

describe("the mock beside the server", () => {
  const targets: Target[] = [];
  beforeAll(async () => {
    targets.push(await serverTarget("embedded"), await mockTarget());
  });
  afterAll(async () => {
    await Promise.all(targets.map(({ close }) => close()));
  });

  test(`is in the same state after each of ${count} reviews, overriding, moving and withdrawing`, async () => {
    const [server, mock] = await Promise.all(targets.map((target) => Side.on(target)));
    for (const [index, taken] of fc.sample(step, { numRuns: count, seed }).entries()) {
      await server?.take(taken);
      await mock?.take(taken);
      expect({ index, taken, state: await mock?.state() }).toEqual({
        index,
        taken,
        state: await server?.state(),
      });
    }
  });
});
