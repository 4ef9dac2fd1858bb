import { contract, routesOf } from "@assay/contract/openapi/apis";
import type { DescribedRoute } from "@assay/contract/platform/c";
import * as fc from "fast-check";
import * as z from "zod";
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { fileTypeOf, outputFile, sampleFile } from "./random-files.ts";

/** A request that contains the contract's example ids instead of real ids. */
export interface RandomRequest {
  method: string;
  path: string;
  /** The body as it is sent. */
  body: string | Uint8Array | undefined;
  headers: Record<string, string>;
  /** The caller whose key the request carries. */
  caller: "admin" | "lead" | "reviewer" | "viewer" | "restricted" | "nobody";
}

const ids = Object.values(exampleIds);

const mostly = <T, U>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ arbitrary: usual, weight: 14 }, { arbitrary: rare, weight: 1 });
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  mostly(fc.constant(undefined), value);

const oddJson = `null true 0 -1 0.5 101 1e9 "" "a" "true" "é\u2028" [] {} [null] {"a":1} "2026-01-01" "2026-01-01T00:00:00Z"
  "emergent" "viewer" "create" ["a","a"] ["projects:read"]`;
/** Generates invalid values for a field. */
const oddValue = fc.constantFrom(
  ...oddJson.split(/[ \n]+/).map((text): unknown => JSON.parse(text)),
  "x".repeat(300),
  ...ids,
);

/**
 * Generates a value close to a valid one: usually equal, sometimes with parts missing, added, duplicated or
 * unusual.
 */
function near(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) {
    const doubled = fc.constant([...value, ...value]);
    return mostly(fc.tuple(...value.map(near)), fc.oneof(doubled, oddValue));
  }
  if (!isObject(value)) return mostly(fc.constant(value), oddValue);
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    mostly(near(field), fc.constant(undefined)),
  ]);
  // Undefined values are not sent.
  const record = fc.record(Object.fromEntries([...fields, ["extra", rarely(oddValue)]]));
  return mostly(record, oddValue);
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const brokenText = fc.constantFrom(
  "",
  "{",
  "[]",
  "null",
  '"x"',
  '{"name":"a",}',
  '{"name":"\\ud800"}',
  "\uFEFF{}",
);

/** Generates bodies for a route: the contract's examples, either unchanged or mutated. */
function bodyOf(route: DescribedRoute): fc.Arbitrary<string | undefined> {
  const { operationId, streamed } = route.metadata;
  const declared: unknown = "body" in route ? route.body : undefined;
  // The contract declares a body as optional if the route also accepts a streamed body.
  const schema = declared instanceof z.ZodOptional ? declared.unwrap() : declared;
  if (!(schema instanceof z.ZodType)) return streamed ? sampleFile : fc.constant(undefined);
  // Run evaluations without background work, whose progress would differ between the two sides.
  const settled = operationId === "createEvaluation" ? { run_async: false } : {};
  const { examples } = schema.meta() ?? {};
  const shown: unknown[] = Array.isArray(examples) ? examples : [];
  const json = fc
    .oneof(...shown.map(near))
    .map((value) => (isObject(value) ? Object.assign({}, value, settled) : value));
  const body = mostly(
    json.map((value) => JSON.stringify(value)),
    brokenText,
  );
  return streamed ? fc.oneof(body, outputFile) : body;
}

const queryTexts =
  "1 2 0 101 abc -1 05 1e1 50 100.5 true false 9999999999 completed call-0017 triage_accuracy";
const queryText = fc.constantFrom(
  ...queryTexts.split(" "),
  ..."create append update skip abort tab auto ; MTIz".split(" "),
  ..."7d 1y weekly 2026-01-01 2026-03-31 2026-02-30".split(" "),
  "",
  ...ids,
);

function queryOf({ query }: DescribedRoute): fc.Arbitrary<string> {
  const known = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const parts = fc
    .subarray([...known, "junk"], { maxLength: Math.min(3, known.length + 1) })
    .chain((names) =>
      fc.tuple(...names.map((name) => queryText.map((text) => `${name}=${encodeURIComponent(text)}`))),
    );
  return fc.oneof(
    fc.constant(""),
    parts.map((list) => list.join("&")),
  );
}

/** Maps the path segment before an id to the example id of that kind. */
export const resources: Record<string, string> = {
  api_keys: exampleIds.apiKey,
  projects: exampleIds.project,
  datasets: exampleIds.dataset,
  samples: exampleIds.sample,
  models: exampleIds.model,
  evaluations: exampleIds.evaluation,
  reviews: exampleIds.review,
  reviewers: exampleIds.reviewer,
  rubrics: exampleIds.rubric,
  tasks: exampleIds.task,
  events: exampleIds.event,
  approvals: exampleIds.approval,
  policy: exampleIds.decision,
  // Callers choose these ids, so the ids are the same on both sides.
  agents: "triage-bot",
  entities: "chart-118",
  webhooks: exampleIds.webhook,
  exports: exampleIds.export,
};

/**
 * Operations whose responses cannot be compared. Some depend on background work, whose progress differs
 * between the two sides; a stream does not end.
 */
export const unsettled = [
  "streamEvents",
  "streamApprovals",
  "testWebhook",
  "listWebhookDeliveries",
  "redeliverWebhookDelivery",
];

/**
 * Generates paths. Their id is usually of the kind that the path needs, otherwise of another kind or unknown.
 */
function pathOf({ path }: DescribedRoute): fc.Arbitrary<string> {
  const [resource = ""] = path.split("/:id")[0]?.split("/").slice(-1) ?? [];
  const wrong = fc.constantFrom(...ids, "nonsense", "a%2Fb", "%zz");
  return mostly(fc.constant(resources[resource] ?? ""), wrong).map((id) =>
    path.replace(":type", "record").replace(/:\w+/, id),
  );
}

const contentTypes = ["text/plain", "application/json; charset=utf-16", "application/x-ndjson", "text/csv"];
const callers: RandomRequest["caller"][] = ["viewer", "restricted", "reviewer", "restricted", "nobody"];

/** Returns the usual caller for a route. */
const usualCaller = ({ metadata: { scope, operationId } }: DescribedRoute): RandomRequest["caller"] =>
  scope === "reviews:submit" || operationId === "getReviewQueue" ? "reviewer" : "admin";

function requestOf(route: DescribedRoute): fc.Arbitrary<RandomRequest> {
  const drawn = fc.record({
    path: pathOf(route),
    query: queryOf(route),
    body: bodyOf(route),
    type: rarely(fc.constantFrom(...contentTypes)),
    method: rarely(fc.constantFrom("PUT", "PATCH", "OPTIONS", "HEAD", "POST")),
    caller: rarely(fc.constantFrom(...callers)),
    key: rarely(fc.constantFrom("k1", "k2")),
  });
  return drawn.map(
    ({ path, query, type, key, method = route.method, caller = usualCaller(route), body }): RandomRequest => {
      const hasBody = body !== undefined && method !== "GET" && method !== "HEAD";
      const usual = route.metadata.streamed ? fileTypeOf(body ?? "") : "application/json";
      const headers = {
        ...(hasBody && { "content-type": type ?? usual }),
        ...(key !== undefined && { "idempotency-key": key }),
      };
      return {
        method,
        path: query ? `${path}?${query}` : path,
        body: hasBody ? body : undefined,
        headers,
        caller,
      };
    },
  );
}

/** Generates valid and invalid requests to every route in the contract; the seed determines them. */
export function randomRequests(count: number, seed: number): RandomRequest[] {
  const routes = routesOf(contract).filter(({ metadata }) => !unsettled.includes(metadata.operationId));
  return fc.sample(fc.oneof(...routes.map(requestOf)), { numRuns: count, seed });
}
