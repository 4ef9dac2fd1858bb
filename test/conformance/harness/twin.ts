import { idPrefixes } from "@assay/contract/platform/ids";
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { exampleWebhook } from "../../../contract/src/webhooks/webhook-object.ts";
import { evaluated } from "./arrange.ts";
import { exported } from "./arrange-exports.ts";
import { keyOfLead } from "./arrange-reviews.ts";
import { type Context, createContext, type RawResponse } from "./context.ts";
import type { RandomRequest } from "./random-requests.ts";
import type { Target } from "./target.ts";

/** One of two sides that receive the same requests: a workspace with every object that the examples name. */
export interface Twin {
  /**
   * Sends a request to this side. @returns the response without the parts that differ between sides: ids,
   * times, secrets and cursors.
   */
  send: (request: RandomRequest) => Promise<unknown>;
}

/** Creates the objects in the contract's examples. @returns the real id for each example id. */
export async function arrangeExamples(context: Context): Promise<Map<string, string>> {
  const { assay } = context;
  const project = await assay.projects.create({ name: "Nurse line" });
  const dataset = await assay.datasets.create({ name: "Calls", project: project.id });
  const answered = { output: { triage_level: "urgent" }, expected: { triage_level: "emergent" } };
  const samples = ["call-0017", "call-0019", "call-0020"].map((id) =>
    Object.assign({ external_id: id, input: id, tags: ["cardiac"] }, answered),
  );
  const { data } = await assay.samples.create(dataset.id, { samples });
  const model = await assay.models.create({
    name: "triage-assistant",
    version: "2026-02-11",
    metadata: { prompt: "v14" },
  });
  const evaluation = await evaluated(context, dataset);
  const candidate = await evaluated(context, dataset, { name: "Nightly again" });
  const apiKey = await assay.apiKeys.create({ name: "Spare", preset: "viewer" });
  const review = await reviewed(context, { project: project.id, sample: data[0]?.id ?? "" });
  const { eventId: id } = await assay.control.events.create({ type: "tool_call", data: { agentId: "bot" } });
  await assay.control.agents.create({ id: "triage-bot", apiKey: "sk-example-4b1f9c7Qx2" });
  await assay.control.entities.put({ entities: [{ type: "record", id: "chart-118" }] });
  const webhook = await assay.webhooks.create({ event_types: ["evaluation.failed"], url: nobody });
  const file = await exported(context, { project: project.id, evaluations: [evaluation.id], format: "json" });
  const made = {
    event: { id },
    project,
    dataset,
    sample: data[0],
    model,
    evaluation,
    candidate,
    export: file,
    apiKey,
    webhook,
    ...review,
  };
  const ids = Object.entries(made).map(([kind, thing]): [string, string] => [
    exampleIds[kind as keyof typeof exampleIds],
    thing?.id ?? "",
  ]);
  return new Map([...ids, [exampleWebhook.url, nobody]]);
}

/** A URL without a listener; deliveries to it have no effect. */
const nobody = "http://127.0.0.1:9/assay";

/** Creates a rubric, a reviewer, a task in progress, and a review in this task. */
async function reviewed(context: Context, { project, sample }: { project: string; sample: string }) {
  const { reviews } = context.assay;
  const rubric = await reviews.rubrics.create({
    name: "Triage safety",
    project,
    dimensions: [
      {
        id: "accuracy",
        name: "Was the level right?",
        type: "categorical",
        options: [
          { value: "correct", label: "Right" },
          { value: "too_low", label: "Too low" },
        ],
      },
    ],
  });
  const reviewer = await reviews.reviewers.create({ name: "Dr Ada Moreau", credentials: ["MD"] });
  const key = await context.newKey({ preset: "reviewer", reviewer: reviewer.id });
  const task = await reviews.tasks.create({
    project,
    samples: [sample],
    rubric: rubric.id,
    reviews_required: 2,
  });
  const grades = { accuracy: { value: "correct" } };
  const review = await context.client(key).reviews.submit(task.id, { sample, grades });
  return { rubric, reviewer, task, review };
}

/**
 * Fields that differ between sides or over time. A hash, or the size of compressed data, differs if the data
 * contains an id.
 */
const volatile =
  /^((created|updated|started|completed|cancelled|claimed|revoked|(claim_)?expires|((first|last)_)?submitted|disabled|previous_secret_expires)_at|secret|sha256|size_bytes|last4|next_cursor|(manifest|content|case)_hash|request_id|duration_seconds|(evaluated|expires|settled|decided|used|approvalExpires)At|(input|action)Digest|ts|receivedAt|createdAt|updatedAt|provisionedAt|digest|salt|requestKey|dataCommit|leafHash|hash|hashes|rootHash|firstRoot|secondRoot|checkpoint|nextCursor|kid|x|now|policy_decision_point|issuedAt|issuer|workspace|workspaceId|payloadDigest|sig|\w+_endpoint)$/;

/**
 * Fields that may be null on only one of the sides: the time of a key's last use, and the database schema. The
 * line through scores over time depends on the milliseconds between the evaluations of a test.
 */
const incidental = /^(last_used_at|schema|slope|slope_ci95|slope_margin|r_squared)$/;

/** Whether a value is a time of this test (milliseconds since 1970), such as the time of an approval. */
const isRecentTime = (value: unknown): boolean =>
  typeof value === "number" && Math.abs(value - Date.now()) < 366 * 86_400_000;

/** Whether a value is the direction of the line through scores over time, not that of a crossed threshold. */
const isTrend = (name: string, value: unknown): boolean =>
  name === "direction" && value !== "below" && value !== "above";

function masked(name: string, value: unknown): unknown {
  if (isTrend(name, value)) return "…";
  if (incidental.test(name) || (volatile.test(name) && value !== null) || isRecentTime(value)) return "…";
  // The database sums scores as decimals, and the mock as doubles, so means may differ in the last digit.
  return typeof value === "number" ? Number(value.toPrecision(14)) : value;
}

const prefixes = Object.values(idPrefixes).join("|");
const anyId = new RegExp(`\\b(${prefixes})_[0-9a-hjkmnp-tv-z]{1,26}`, "g");

const maskedId = new RegExp(`\\b(${prefixes})_\\*{4}\\w{4}`, "g");

/** Replaces generated ids, which differ between sides. Also replaces ids that a message truncates. */
const withoutIds = (text: string): string =>
  text
    .replaceAll(anyId, "$1_…")
    // If a request sent an id as an agent's key, the response contains the id in masked form.
    .replaceAll(maskedId, "$1_…")
    .replaceAll(/assay\/log\/[0-9a-f-]+/g, "assay/log/…");

const idIn = (body: unknown): string =>
  typeof body === "object" && body !== null && "id" in body ? String(body.id) : "";

const headersCompared = [
  "content-type",
  "allow",
  "www-authenticate",
  "idempotency-replayed",
  "cache-control",
];

function replaced(text: string, pairs: Iterable<readonly [string, string]>): string {
  let result = text;
  for (const [from, to] of pairs) result = result.replaceAll(from, to);
  return result;
}

/**
 * Returns the part of a response that is equal on all targets.
 *
 * @param pairs pairs of a string that differs and its replacement.
 */
export function comparable(
  { status, headers, body }: RawResponse,
  pairs: Iterable<readonly [string, string]>,
): unknown {
  // For an export, only the number of lines is compared, because each line contains many hashes.
  const isExport = headers.get("content-type")?.startsWith("application/x-ndjson");
  const text = replaced(
    JSON.stringify(isExport && typeof body === "string" ? body.split("\n").length : body),
    pairs,
  );
  const shown: unknown = JSON.parse(withoutIds(text), masked);
  return { status, headers: headersCompared.map((name) => headers.get(name)), body: shown };
}

/** Creates a key for each kind of caller, in addition to the objects that `arrangeExamples` creates. */
export async function keysOfCallers(context: Context, ids: ReadonlyMap<string, string>) {
  const project = ids.get(exampleIds.project) ?? "";
  return {
    admin: context.key,
    lead: await keyOfLead(context),
    viewer: await context.newKey({ preset: "viewer" }),
    reviewer: await context.newKey({
      preset: "reviewer",
      reviewer: ids.get(exampleIds.reviewer) ?? null,
    }),
    restricted: await context.newKey({ preset: "admin", projects: [project] }),
    nobody: null,
  };
}

/** Creates one side on a target. */
export async function createTwin(target: Target): Promise<Twin> {
  const context = await createContext(target);
  const ids = await arrangeExamples(context);
  const keys = await keysOfCallers(context, ids);
  return {
    send: async ({ method, path, body, headers, caller }) => {
      const sent = body === undefined ? {} : { body: typeof body === "string" ? replaced(body, ids) : body };
      const answer = await context.request(method, replaced(path, ids), {
        ...sent,
        headers,
        key: keys[caller],
      });
      // Each side waits for the export that the request started, because the export's progress differs
      // between sides.
      if (answer.status === 202) await context.assay.exports.wait(idIn(answer.body), { pollIntervalMs: 5 });
      return comparable(
        answer,
        [...ids].map(([example, made]) => [made, example] as const),
      );
    },
  };
}
