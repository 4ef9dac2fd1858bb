import { contract, type DescribedRoute, routesOf, scopePresets } from "@assay/contract";
import * as z from "zod";
import { exampleIds } from "../../contract/src/example-values.ts";
import { evaluated, filledDataset } from "./arrange.ts";
import { actingReviewer, type ActingReviewer, newRubric } from "./arrange-reviews.ts";
import { overriding } from "./arrange-scores.ts";
import type { Context, RawAnswer } from "./context.ts";
import { customAt, withReceiver } from "./custom-receiver.ts";

/** A world in which one sample is reviewed blind by two, of whom one has submitted. */
export interface BlindWorld {
  /** Who has still to review it. */
  waiting: ActingReviewer;
  /** The review of the other. */
  review: string;
  task: string;
  dataset: string;
  sample: string;
  other: string;
  evaluation: string;
  candidate: string;
  /** What an answer would show, by what it would tell. */
  canaries: Record<string, string>;
  /** Id of the contract's examples → what stands for it here. */
  ids: Map<string, string>;
}

const score = 58.8433;
const override = 13.5717;

/** Makes the world: the sample's score, its expected answer and what the other reviewer says are found in no other text. */
export async function blindWorld(context: Context): Promise<BlindWorld> {
  const { assay } = context;
  const { dataset, samples } = await filledDataset(context, [
    { external_id: "call-1", input: "It hurts.", output: "Wait.", expected: { level: "canary-expected" } },
    { external_id: "call-2", input: "It itches.", output: "Wait.", expected: { level: "routine" } },
  ]);
  const [sample = "", other = ""] = samples.map(({ id }) => id);
  const { project, id: datasetId } = dataset;
  const answers = (externalId: string | null) =>
    externalId === "call-1" ? { score, flagged: true, flag_reason: "canary-reason" } : { score: 100 };
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
  const grades = { accuracy: { value: "too_low", why: "canary-grade" } };
  const said = { grades, notes: "canary-note", flags: ["canary-flag"] };
  const review = await done.assay.reviews.submit(task, overriding(sample, override, said));
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
      // (58.8433 + 100)/2 and (13.5717 + 100)/2, but for their last digits
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

/** What ends a blind review by itself: it is not sent while one is looked for what it hides. */
const endsIt = new Set(["submitReview", "releaseReviewTask"]);

/** Every operation that a key of the `reviewer` preset may call, as the contract has them. */
export const reviewersOperations: readonly DescribedRoute[] = routesOf(contract).filter(
  ({ metadata: { scope, operationId } }) =>
    scopePresets.reviewer.some((allowed) => allowed === scope) && !endsIt.has(operationId),
);

/** Calls every such operation, each about everything that there is, and with each filter. @returns all that was answered. */
export async function everythingSaid(
  { request }: Context,
  { ids }: BlindWorld,
  key: string,
): Promise<{ operationId: string; answer: RawAnswer; text: string }[]> {
  const said = [];
  for (const route of reviewersOperations) {
    const { method, metadata } = route;
    for (const path of pathsOf(route, [...ids.values()])) {
      const body = bodyOf(route, ids);
      const answer = await request(method, path, { key, ...(body !== undefined && { body }) });
      said.push({ operationId: metadata.operationId, answer, text: JSON.stringify(answer.body) });
    }
  }
  return said;
}

/** The paths of a route with every id, and with each filter: true, a number, and where no id is in the path every id. */
function pathsOf(route: DescribedRoute, known: readonly string[]): string[] {
  const isUnderId = route.path.includes("/:");
  const paths = isUnderId ? known.map((id) => route.path.replace(/:\w+/, id)) : [route.path];
  const filters = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [];
  const values = ["true", "1", "100", ...(isUnderId ? [] : known)];
  const queries = filters
    .filter((name) => name !== "after" && name !== "limit")
    .flatMap((name) => values.map((value) => `?${name}=${value}`));
  return paths.flatMap((path) => ["", ...queries].map((query) => path + query));
}

/** The body that the contract shows as an example, about what is there. */
function bodyOf(route: DescribedRoute, ids: ReadonlyMap<string, string>): unknown {
  const schema: unknown = "body" in route ? route.body : undefined;
  if (!(schema instanceof z.ZodType)) return undefined;
  const { examples } = schema.meta() ?? {};
  const [shown]: unknown[] = Array.isArray(examples) ? examples : [];
  let text = JSON.stringify(shown ?? {});
  for (const [example, real] of ids) text = text.replaceAll(example, real);
  return JSON.parse(text);
}
