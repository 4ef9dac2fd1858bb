import { isDeepStrictEqual } from "node:util";
import { contract, routesOf } from "@assay/contract/openapi/apis";
import { expect } from "vitest";
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { evaluated } from "../harness/arrange.ts";
import { blindWorld, allVisibleText } from "../harness/blind-world.ts";
import { type Context, createContext, type RawResponse } from "../harness/context.ts";
import { customAt, withReceiver } from "../harness/custom-receiver.ts";
import { exported } from "../harness/arrange-exports.ts";
import { longScenario } from "../harness/scenario.ts";
import { deliveriesOnce } from "../harness/webhook-receiver.ts";

/** Those that compute an answer of what is stored, and change nothing that the answers show. */
const computing = new Set(["compareEvaluations", "measureReliability", "analyzeThresholds"]);

/** Every operation of the evaluation API that tells of what is stored, whatever scope it needs. */
const telling = routesOf(contract).filter(
  ({ method, path, metadata: { operationId } }) =>
    path.startsWith("/v1/") && (method === "GET" || computing.has(operationId)),
);

type Hidden = NonNullable<Parameters<typeof blindWorld>[1]> & {
  /** Below which score samples are sent to people. */
  below: number;
};

/**
 * A blind world with everything else that covers its sample: a file, an endpoint that was told, an evaluation that sent it to
 * people. The key is the waiting reviewer's, and may do everything.
 */
async function twin(context: Context, { below, ...hidden }: Hidden) {
  const { assay } = context;
  const world = await blindWorld(context, hidden);
  const { project } = await assay.datasets.get(world.dataset);
  const { webhook, delivery } = await withReceiver(
    ({ body }) => ({ score: body.sample?.external_id === "call-1" ? hidden.score : 100 }),
    async ({ url }) => {
      const event_types = ["evaluation.completed" as const, "score.threshold_crossed" as const];
      const config = { project, thresholds: { custom: { below: 75 } } };
      const { id } = await assay.webhooks.create({ event_types, url, config });
      const { rubric } = await assay.reviews.tasks.get(world.task);
      const assignment = { mode: "manual" as const, reviewer_id: world.waiting.id };
      const routing = { score_below: below, rubric, reviews_required: 2, assignment };
      const dataset = await assay.datasets.get(world.dataset);
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
  const ids = new Map(world.ids)
    .set(exampleIds.webhook, webhook)
    .set(exampleIds.delivery, delivery)
    .set(exampleIds.export, file.id);
  const key = await context.newKey({ preset: "admin", reviewer: world.waiting.id });
  return { context, key, ids };
}

/** What differs between two worlds that were made alike. */
const incidental = /^(\w+_at|request_id|next_cursor|manifest_hash|(avg_)?duration_seconds|last4)$/;

/** An answer of a world, with the names of its things in place of their ids. */
function named({ status, headers, body }: RawResponse, ids: ReadonlyMap<string, string>): unknown {
  let text = JSON.stringify({ status, etag: headers.get("etag"), body });
  for (const [example, real] of ids) text = text.replaceAll(real, example);
  const known = new Set<string>(Object.values(exampleIds));
  const without = text.replaceAll(/\b([a-z]+)_[0-9a-z]{26}\b/g, (id, kind) =>
    known.has(id) ? id : `${kind}_…`,
  );
  const anywhere = without.replaceAll(/127\.0\.0\.1:\d+/g, "receiver");
  // When a key was used last is noted now and then.
  const masked = (name: string, value: unknown) =>
    name === "last_used_at" || (incidental.test(name) && value !== null);
  return JSON.parse(anywhere, (name, value) => (masked(name, value) ? "…" : value));
}

/** All that a world says to the holder of a key, in an order that is the same in each. */
const saidTo = async ({ context, ids }: Awaited<ReturnType<typeof twin>>, key: string) =>
  (await allVisibleText(context, { ids }, key, telling)).map(
    ({ operationId, answer }) => [operationId, named(answer, ids)] as const,
  );

/** Operations that tell some of it to whoever may know. */
const hiding = [
  "getSample",
  "listSamples",
  "getEvaluation",
  "listEvaluations",
  "listEvaluationResults",
  "compareEvaluations",
  "getReview",
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

/** What a blind reviewer must not learn, by comparison: whatever it is that would tell it. */
export const blindTwinScenarios = [
  longScenario(
    "listEvaluations",
    200,
    "of two worlds that differ in what is hidden alone, a blind reviewer is told the same by every operation",
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
      const [blind, blindToo] = await Promise.all([saidTo(one, one.key), saidTo(other, other.key)]);
      expect(blind).toHaveLength(blindToo.length);
      for (const [index, said] of blind.entries()) expect(said).toEqual(blindToo[index]);
      // The others are told of it, so there was something to tell.
      const [seen, seenToo] = await Promise.all([one, other].map((each) => saidTo(each, each.context.key)));
      const differing = (seen ?? []).filter((said, index) => !isDeepStrictEqual(said, seenToo?.[index]));
      const operations = [...new Set(differing.map(([operationId]) => operationId))];
      expect(operations).toEqual(expect.arrayContaining([...hiding]));
    },
  ),
];
