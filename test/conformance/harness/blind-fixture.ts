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

/** A workspace in which two reviewers review one sample blind, and one has submitted. */
export interface BlindFixture {
  /** The reviewer with a pending review. */
  waiting: ActingReviewer;
  /** The review of the other reviewer. */
  review: string;
  task: string;
  dataset: string;
  sample: string;
  other: string;
  evaluation: string;
  candidate: string;
  /** Hidden data: name → text that would reveal it. */
  canaries: Record<string, string>;
  /** Example id of the contract → id in this workspace. */
  ids: Map<string, string>;
}

/** The data that a blind reviewer must not see. */
interface Hidden {
  score: number;
  flagged: boolean;
  override: number;
  /** In the texts: the expectation, the reason, and the grade, note and flag of the other reviewer. */
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

/** Creates the fixture: the score, the expectation and the review of the other reviewer occur in no other text. */
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
      // (58.8433 + 100)/2 and (13.5717 + 100)/2, except their last digits
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

/** Operations that end a blind review, so they are not called during the search for hidden data. */
const endsIt = new Set(["submitReview", "releaseReviewTask"]);

/** Every operation that a key of the `reviewer` preset may call. */
export const reviewersOperations: readonly DescribedRoute[] = routesOf(contract).filter(
  ({ metadata: { scope, operationId } }) =>
    scopePresets.reviewer.some((allowed) => allowed === scope) && !endsIt.has(operationId),
);

/** A response of an operation. */
interface VisibleAnswer {
  operationId: string;
  answer: RawResponse;
  text: string;
}

/** Calls operations, each with all ids and each filter. @returns all responses in order. */
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
    for (const path of pathsOf(route, known)) {
      const { status } = await send(path);
      // For unknown ids, filters reveal nothing more.
      if (status !== 404) for (const query of queriesOf(route, known)) await send(path + query);
    }
  }
  return visible;
}

/** The paths of a route with every id. */
const pathsOf = ({ path }: DescribedRoute, known: readonly string[]): string[] =>
  path.includes("/:") ? known.map((id) => path.replace(/:\w+/, id)) : [path];

/** Queries of a route with each filter: true, a number, and every id if the path has none. */
function queriesOf({ path, query }: DescribedRoute, known: readonly string[]): string[] {
  const filters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const values = ["true", "1", "100", ...(path.includes("/:") ? [] : known)];
  return filters
    .filter((name) => name !== "after" && name !== "limit")
    .flatMap((name) => values.map((value) => `?${name}=${value}`));
}

/** The contract's example body with real ids. */
function bodyOf(route: DescribedRoute, ids: ReadonlyMap<string, string>): unknown {
  const schema: unknown = "body" in route ? route.body : undefined;
  if (!(schema instanceof z.ZodType)) return undefined;
  const { examples } = schema.meta() ?? {};
  const [shown]: unknown[] = Array.isArray(examples) ? examples : [];
  let text = JSON.stringify(shown ?? {});
  for (const [example, real] of ids) text = text.replaceAll(example, real);
  return JSON.parse(text);
}
