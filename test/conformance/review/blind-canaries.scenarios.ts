import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { canaryItems, visibleCanaries } from "../harness/canary-items.ts";
import { grading } from "../harness/arrange-scored-reviews.ts";
import type { Context } from "../harness/context.ts";
import { mockScenario } from "../harness/scenario.ts";

/** Expects no canary before the claim, before the submission and before the reveal, except those that the task shows. */
async function expectNoCanaries(context: Context, count: number, shown?: string[]): Promise<void> {
  const items = await canaryItems(context, { count, ...(shown && { shown }) });
  const { task, model, samples, reader } = items;
  const visible = (shown ?? []).map((name) => `canary-${name}`);
  expect(await visibleCanaries(context, items)).toEqual(visible);
  await reader.assay.reviews.tasks.claim(task);
  expect(await visibleCanaries(context, items)).toEqual(visible);
  // With the id of the model, the reviewer could recognize the samples that the same model has answered.
  expect(JSON.stringify(await all(reader.assay.evaluations.list()))).not.toContain(model);
  const [first = ""] = samples;
  await reader.assay.reviews.submit(task, grading(first));
  const item = JSON.stringify(await reader.assay.reviews.items.get(task, first));
  expect([...new Set(item.match(/canary-[a-z]+/g) ?? [])]).toEqual(visible);
  const revealed = JSON.stringify(await reader.assay.reviews.items.reveal(task, first));
  // The search could have found them.
  for (const kind of [
    "expected",
    "details",
    "model",
    "metadata",
    "site",
    "tag",
    "external",
    "note",
    "cluster",
  ])
    expect(revealed).toContain(`canary-${kind}`);
  expect((await all(reader.assay.reviews.items.list(task))).length).toBe(count);
}

/** Scenarios that search all answers to a blind reviewer for what is hidden. */
export const blindCanaryScenarios = [
  mockScenario("getReviewItem", 200, "no read shows a blind reviewer any of the hidden data", (context) =>
    expectNoCanaries(context, 4),
  ),
  mockScenario(
    "getReviewItem",
    200,
    "a blind reviewer sees only the metadata that the task names",
    (context) => expectNoCanaries(context, 4, ["site"]),
  ),
  {
    ...mockScenario(
      "getReviewItem",
      200,
      "no read shows hidden data of 1,000 generated blind items",
      (context) => expectNoCanaries(context, 1000, ["site"]),
    ),
    tier: "full" as const,
  },
];
