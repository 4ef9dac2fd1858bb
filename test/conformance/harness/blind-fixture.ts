import { contract, routesOf } from "@assay/contract/openapi/apis";
import type { DescribedRoute } from "@assay/contract/platform/c";
import { scopePresets } from "@assay/contract/platform/scopes";
import * as z from "zod";
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { evaluated, filledDataset } from "./arrange.ts";
import { actingReviewer, type ActingReviewer, newRubric } from "./arrange-reviews.ts";
import { overriding } from "./arrange-scored-reviews.ts";
import type { Context, RawResponse } from "./context.ts";
import { customAt, withReceiver } from "./custom-receiver.ts";

/** A workspace in which two reviewers review one sample blind, and one of them has submitted a review. */
export interface BlindFixture {
  /** The reviewer whose review is still pending. */
  waiting: ActingReviewer;
  /** The id of the other reviewer's review. */
  review: string;
  task: string;
  dataset: string;
  sample: string;
  other: string;
  evaluation: string;
  candidate: string;
  /** Maps the name of each piece of hidden data to a text that would reveal it. */
  canaries: Record<string, string>;
  /** Maps example ids in the contract to ids in this workspace. */
  ids: Map<string, string>;
}

/** The data that a blind reviewer must not see. */
interface Hidden {
  score: number;
  flagged: boolean;
  override: number;
  /**
   * A text that occurs in the expected answer, in the reason, and in the other reviewer's grade, note and
   * flag.
   */
  mark: string;
  grade: "correct" | "too_low";
}

const canary: Hidden = {
  score: 58.8433,
  flagged: true,
  override: 13.5717,
  mark: "canary",
  grade: "too_low",
};

/**
 * Creates the fixture. The score, the expected answer and the other review have values that occur nowhere
 * else.
 */
export async function createBlindFixture(context: Context, hidden = canary): Promise<BlindFixture> {
  const { assay } = context;
  const { score, flagged, override, mark, grade } = hidden;
  const { dataset, samples } = await filledDataset(context, [
    { external_id: "call-1", input: "It hurts.", output: "Wait.", expected: { level: `${mark}-expected` } },
    { external_id: "call-2", input: "It itches.", output: "Wait.", expected: { level: "routine" } },
  ]);
  const [sample = "", other = ""] = samples.map(({ id }) => id);
  const { project, id: datasetId } = dataset;
  const answers = (externalId: string | null) =>
    externalId === "call-1" ? { score, flagged, flag_reason: `${mark}-reason` } : { score: 100 };
  const [evaluation, candidate] = await withReceiver(
    ({ body }) => answers(body.sample.external_id),
    async ({ url }) => {
      const evaluators = [customAt(url)];
      const first = await evaluated(context, dataset, { evaluators });
      return [first.id, (await evaluated(context, dataset, { evaluators, name: "Again" })).id];
    },
  );
  const rubric = (await newRubric(context, project)).id;
  const [waiting, done] = [await actingReviewer(context), await actingReviewer(context)];
  const wanted = { mode: "manual" as const, reviewer_id: waiting.id };
  const about = { project, samples: [sample], rubric, evaluation, reviews_required: 2 };
  const { id: task } = await assay.reviews.tasks.create({ ...about, assignment: wanted });
  const grades = { accuracy: { value: grade, why: `${mark}-grade` } };
  const visible = { grades, notes: `${mark}-note`, flags: [`${mark}-flag`] };
  const review = await done.assay.reviews.submit(task, overriding(sample, override, visible));
  const stored = await assay.samples.get(sample);
  return {
    waiting,
    review: review.id,
    task,
    dataset: datasetId,
    sample,
    other,
    evaluation,
    candidate,
    canaries: {
      "automated score": `${score}`,
      "effective score": `${override}`,
      // Both means without their last digits: (58.8433 + 100)/2 and (13.5717 + 100)/2.
      "automated mean": "79.4216",
      "effective mean": "56.7858",
      "flag reason": "canary-reason",
      expectation: "canary-expected",
      "hash of the contents": stored.content_hash ?? "none",
      "hash of the case": stored.case_hash ?? "none",
      "another's grade": "canary-grade",
      "another's note": "canary-note",
      "another's flag": "canary-flag",
    },
    ids: new Map(
      Object.entries({ project, dataset: datasetId, sample, evaluation, candidate, rubric, task }).flatMap(
        ([kind, id]) => [[exampleIds[kind as keyof typeof exampleIds], id] as const],
      ),
    )
      .set(exampleIds.review, review.id)
      .set(exampleIds.reviewer, done.id),
  };
}

/** Operations that end a blind review, and are therefore not called during the search for hidden data. */
const endsIt = new Set(["submitReview", "releaseReviewTask"]);

/** Every operation that a key with the `reviewer` preset may call. */
export const reviewersOperations: readonly DescribedRoute[] = routesOf(contract).filter(
  ({ metadata: { scope, operationId } }) =>
    scopePresets.reviewer.some((allowed) => allowed === scope) && !endsIt.has(operationId),
);

/** An operation's response. */
interface VisibleAnswer {
  operationId: string;
  answer: RawResponse;
  text: string;
}

/** Calls each operation with every id and with every filter. @returns all responses in order. */
export async function allVisibleText(
  { request }: Context,
  { ids }: Pick<BlindFixture, "ids">,
  key: string,
  operations = reviewersOperations,
): Promise<VisibleAnswer[]> {
  const visible: VisibleAnswer[] = [];
  for (const route of operations) {
    const body = bodyOf(route, ids);
    const send = async (path: string): Promise<RawResponse> => {
      const answer = await request(route.method, path, { key, ...(body !== undefined && { body }) });
      visible.push({ operationId: route.metadata.operationId, answer, text: JSON.stringify(answer.body) });
      return answer;
    };
    const known = [...ids.values()];
    for (const path of pathsOf(route, known).map((one) => one + requiredQuery(route, ids))) {
      const { status } = await send(path);
      // If the response is 404, the id is unknown, and queries with filters would reveal nothing more.
      if (status !== 404)
        for (const query of queriesOf(route, known))
          await send(`${path}${path.includes("?") ? "&" : "?"}${query}`);
    }
  }
  return visible;
}

/** Returns a route's paths: one for every combination of ids or, if the path takes no id, the path itself. */
const pathsOf = ({ path }: Pick<DescribedRoute, "path">, known: readonly string[]): string[] =>
  path.includes("/:") ? known.flatMap((id) => pathsOf({ path: path.replace(/:\w+/, id) }, known)) : [path];

/**
 * Returns the query with the parameters that a route requires: the evaluations to compare.
 */
function requiredQuery({ query }: DescribedRoute, ids: ReadonlyMap<string, string>): string {
  if (!(query instanceof z.ZodObject) || !("baseline" in query.shape)) return "";
  return `?baseline=${ids.get(exampleIds.evaluation)}&candidate=${ids.get(exampleIds.candidate)}`;
}

/**
 * Returns queries that set each filter of a route to `true`, to numbers and, if the path takes no id, to every id, as
 * far as the filter accepts the value. Other values are refused before any data is read.
 */
function queriesOf({ path, query }: DescribedRoute, known: readonly string[]): string[] {
  const filters: [string, z.core.$ZodType][] =
    query instanceof z.ZodObject ? Object.entries(query.shape) : [];
  const values = ["true", "1", "100", ...(path.includes("/:") ? [] : known)];
  return filters
    .filter(([name]) => name !== "after" && name !== "limit")
    .flatMap(([name, filter]) =>
      values.filter((value) => z.safeParse(filter, value).success).map((value) => `${name}=${value}`),
    );
}

/** Returns the contract's example body with real ids. */
function bodyOf(route: DescribedRoute, ids: ReadonlyMap<string, string>): unknown {
  const schema: unknown = "body" in route ? route.body : undefined;
  if (!(schema instanceof z.ZodType)) return undefined;
  const { examples } = schema.meta() ?? {};
  const [shown]: unknown[] = Array.isArray(examples) ? examples : [];
  let text = JSON.stringify(shown ?? {});
  for (const [example, real] of ids) text = text.replaceAll(example, real);
  return JSON.parse(text);
}
