import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all } from "./harness/arrange.ts";
import { type ActingReviewer, actingReviewer } from "./harness/arrange-reviews.ts";
import {
  grading,
  overriding,
  type ScoreSetup,
  createScoreSetup,
  taskOf,
} from "./harness/arrange-scored-reviews.ts";
import { type Context, createContext } from "./harness/context.ts";
import { mockTarget } from "./harness/mock-target.ts";
import { serverTarget } from "./harness/server-target.ts";
import { bySize } from "../support/test-size.ts";
import type { Target } from "./harness/target.ts";

// With another seed, the test submits other reviews. If a seed finds a fault, add a scenario for the fault.
const seed = Number(process.env["ASSAY_TEST_SEED"] ?? 1);
const count = Number(process.env["ASSAY_TEST_OVERRIDES"] ?? bySize(30, 30, 15));

/** One review: the reviewer, the sample, and the overridden evaluator (null if none). */
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

/** Rounds numbers to 12 digits: the two sides sum in different orders, so further digits may differ. */
const rounded = (state: unknown): unknown =>
  JSON.parse(JSON.stringify(state), (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(12)) : value,
  );

/** One side: three reviewers, each with a separate task that covers all samples and never completes. */
class Side {
  readonly context: Context;
  readonly setup: ScoreSetup;
  readonly held: { task: string; doctor: ActingReviewer }[] = [];

  constructor(context: Context, setup: ScoreSetup) {
    this.context = context;
    this.setup = setup;
  }

  static async on(target: Target): Promise<Side> {
    const context = await createContext(target);
    const side = new Side(context, await createScoreSetup(context));
    for (let index = 0; index < 3; index += 1) {
      const doctor = await actingReviewer(context, { name: `Reviewer ${index}` });
      const further = { doctor, reviews_required: 2, blind: false };
      side.held.push({ doctor, task: await taskOf(context, side.setup, further) });
    }
    return side;
  }

  async take({ reviewer, sample, evaluator, value }: Step): Promise<void> {
    const held = this.held[reviewer];
    const id = this.setup.samples[sample] ?? "";
    const about = evaluator === null ? {} : { evaluator };
    const body = value === null ? grading(id, about) : overriding(id, value, about);
    await held?.doctor.assay.reviews.submit(held.task, body);
    // Advance the clock, because the order of two reviews in the same millisecond would be random.
    this.context.target.advance(1);
  }

  /** Returns all state that reviews and overrides change, with indexes instead of ids. */
  async state(): Promise<unknown> {
    const { evaluations, reviews } = this.context.assay;
    const stored = await all(reviews.list());
    const byId = new Map(stored.map(({ id, reviewer }) => [id, reviewer.name]));
    const results = await all(evaluations.results(this.setup.evaluation.id));
    const indexOf = (sample: string) => this.setup.samples.indexOf(sample);
    return rounded({
      evaluation: (await evaluations.get(this.setup.evaluation.id)).results,
      results: results.map((row) => ({
        sample: indexOf(row.sample_id),
        scores: [row.evaluator, row.score, row.original_score, row.passed],
        by: row.overridden_by && byId.get(row.overridden_by),
      })),
      reviews: stored.map((review) => ({
        sample: indexOf(review.sample),
        by: review.reviewer.name,
        says: [review.revision, review.evaluator, review.override_value, review.original_ai_score],
        conflict: review.override_conflict,
      })),
    });
  }
}

describe("mock and server", () => {
  const targets: Target[] = [];
  beforeAll(async () => {
    targets.push(await serverTarget("embedded"), await mockTarget());
  });
  afterAll(async () => {
    await Promise.all(targets.map(({ close }) => close()));
  });

  test(`have the same state after each of ${count} reviews with overrides, moves and withdrawals`, async () => {
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
