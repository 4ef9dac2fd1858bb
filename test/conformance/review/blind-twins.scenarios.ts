import { isDeepStrictEqual } from "node:util";
import { contract, routesOf } from "@assay/contract/openapi/apis";
import { expect } from "vitest";
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { evaluated } from "../harness/arrange.ts";
import { createBlindFixture, allVisibleText } from "../harness/blind-fixture.ts";
import { type Context, createContext, type RawResponse } from "../harness/context.ts";
import { customAt, withReceiver } from "../harness/custom-receiver.ts";
import { exported } from "../harness/arrange-exports.ts";
import { mockScenario } from "../harness/scenario.ts";
import { deliveriesOnce } from "../harness/webhook-receiver.ts";

/** Operations that compute a response from stored data and change nothing that other responses show. */
const computing = new Set([
  "compareEvaluations",
  "compareCandidates",
  "measureReliability",
  "analyzeThresholds",
]);

/** Every operation of the evaluation API that returns stored data, regardless of its scope. */
const readOperations = routesOf(contract).filter(
  ({ method, path, metadata: { operationId } }) =>
    path.startsWith("/v1/") && (method === "GET" || computing.has(operationId)),
);

type Hidden = NonNullable<Parameters<typeof createBlindFixture>[1]> & {
  /** The score below which samples are routed to reviewers. */
  below: number;
};

/**
 * Creates a blind fixture and every other object that involves its sample: an exported file, an endpoint with
 * deliveries, and an evaluation that routed the sample. The waiting reviewer's key has every scope.
 */
async function twin(context: Context, { below, ...hidden }: Hidden) {
  const { assay } = context;
  const fixture = await createBlindFixture(context, hidden);
  const { project } = await assay.datasets.get(fixture.dataset);
  const { webhook, delivery } = await withReceiver(
    ({ body }) => ({ score: body.sample?.external_id === "call-1" ? hidden.score : 100 }),
    async ({ url }) => {
      const event_types = ["evaluation.completed" as const, "score.threshold_crossed" as const];
      const config = { project, thresholds: { custom: { below: 75 } } };
      const { id } = await assay.webhooks.create({ event_types, url, config });
      const { rubric } = await assay.reviews.tasks.get(fixture.task);
      const assignment = { mode: "manual" as const, reviewer_id: fixture.waiting.id };
      const routing = { score_below: below, rubric, reviews_required: 2, assignment };
      const dataset = await assay.datasets.get(fixture.dataset);
      await evaluated(context, dataset, { evaluators: [customAt(url)], routing, name: "Routed" });
      const [first] = await deliveriesOnce(
        context,
        id,
        (all) => all.length > 0 && all.every(({ status }) => status === "delivered"),
      );
      return { webhook: id, delivery: first?.id ?? "" };
    },
  );
  const file = await exported(context, { project, format: "json" });
  const ids = new Map(fixture.ids)
    .set(exampleIds.webhook, webhook)
    .set(exampleIds.delivery, delivery)
    .set(exampleIds.export, file.id);
  const key = await context.newKey({ preset: "admin", reviewer: fixture.waiting.id });
  return { context, key, ids };
}

/** Fields that differ even between two workspaces that were created in the same way. */
const incidental = /^(\w+_at|request_id|next_cursor|manifest_hash|(avg_)?duration_seconds|last4|workspace)$/;

/** Replaces the fixture's own ids in a response with example ids. */
function named({ status, headers, body }: RawResponse, ids: ReadonlyMap<string, string>): unknown {
  let text = JSON.stringify({ status, etag: headers.get("etag"), body });
  for (const [example, real] of ids) text = text.replaceAll(real, example);
  const known = new Set<string>(Object.values(exampleIds));
  const without = text.replaceAll(/\b([a-z]+)_[0-9a-z]{26}\b/g, (id, kind) =>
    known.has(id) ? id : `${kind}_…`,
  );
  const anywhere = without.replaceAll(/127\.0\.0\.1:\d+/g, "receiver");
  // A key's last use is only recorded at intervals.
  const masked = (name: string, value: unknown) =>
    name === "last_used_at" || (incidental.test(name) && value !== null);
  return JSON.parse(anywhere, (name, value) => (masked(name, value) ? "…" : value));
}

/** Returns the responses to reads in a fixture with a given key, in a fixed order. */
const visibleTo = async (
  { context, ids }: Awaited<ReturnType<typeof twin>>,
  key: string,
  operations = readOperations,
) =>
  (await allVisibleText(context, { ids }, key, operations)).map(
    ({ operationId, answer }) => [operationId, named(answer, ids)] as const,
  );

/** Operations that return some of the hidden data to callers who may see it. */
const hiding = [
  "getSample",
  "listSamples",
  "getEvaluation",
  "listEvaluations",
  "listEvaluationResults",
  "compareEvaluations",
  "compareCandidates",
  "listComparedPairs",
  "getReview",
  "getReviewItem",
  "listReviews",
  "listReviewRevisions",
  "getSampleScores",
  "getEvaluationScores",
  "getProjectMetrics",
  "getScoreTrends",
  "listWebhookDeliveries",
  "getExport",
  "listExports",
  "getExportContent",
];

/**
 * Scenarios that compare two workspaces that differ only in the hidden data of a blind review. A difference
 * in a response reveals hidden data.
 */
export const blindTwinScenarios = [
  mockScenario(
    "listEvaluations",
    200,
    "every operation returns the same response to a blind reviewer in two workspaces that differ only in hidden data",
    async (context) => {
      const low = { score: 4, flagged: true, override: 3, mark: "one", grade: "too_low" as const, below: 90 };
      const high = {
        score: 58.8433,
        flagged: false,
        override: 61.25,
        mark: "other",
        grade: "correct" as const,
      };
      const one = await twin(context, low);
      const other = await twin(await createContext(context.target), { ...high, below: 60 });
      const [blind, blindToo] = await Promise.all([visibleTo(one, one.key), visibleTo(other, other.key)]);
      expect(blind).toHaveLength(blindToo.length);
      for (const [index, answer] of blind.entries()) expect(answer).toEqual(blindToo[index]);
      // Other callers see the data, so the comparison could have found it.
      const revealing = readOperations.filter(({ metadata }) => hiding.includes(metadata.operationId));
      const [seen, seenToo] = await Promise.all(
        [one, other].map((each) => visibleTo(each, each.context.key, revealing)),
      );
      const differing = (seen ?? []).filter((answer, index) => !isDeepStrictEqual(answer, seenToo?.[index]));
      const operations = [...new Set(differing.map(([operationId]) => operationId))];
      expect(operations).toEqual(expect.arrayContaining([...hiding]));
    },
  ),
];
