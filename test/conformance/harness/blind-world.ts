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

/** What of a world a blind reviewer must not learn. */
interface Hidden {
  score: number;
  flagged: boolean;
  override: number;
  /** In the texts: the expectation, the reason, the other's grade, note and flag. */
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

/** Makes the world: the sample's score, its expected answer and what the other reviewer says are found in no other text. */
export async function blindWorld(context: Context, hidden = canary): Promise<BlindWorld> {
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
  const said = { grades, notes: `${mark}-note`, flags: [`${mark}-flag`] };
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

/** What an operation answered. */
interface Said {
  operationId: string;
  answer: RawResponse;
  text: string;
}

/** Calls operations, each about everything that there is, and with each filter. @returns all that was answered, in order. */
export async function allVisibleText(
  { request }: Context,
  { ids }: Pick<BlindWorld, "ids">,
  key: string,
  operations = reviewersOperations,
): Promise<Said[]> {
  const said: Said[] = [];
  for (const route of operations) {
    const body = bodyOf(route, ids);
    const ask = async (path: string): Promise<RawResponse> => {
      const answer = await request(route.method, path, { key, ...(body !== undefined && { body }) });
      said.push({ operationId: route.metadata.operationId, answer, text: JSON.stringify(answer.body) });
      return answer;
    };
    const known = [...ids.values()];
    for (const path of pathsOf(route, known)) {
      const { status } = await ask(path);
      // Of what there is not filters tell nothing more.
      if (status !== 404) for (const query of queriesOf(route, known)) await ask(path + query);
    }
  }
  return said;
}

/** The paths of a route with every id. */
const pathsOf = ({ path }: DescribedRoute, known: readonly string[]): string[] =>
  path.includes("/:") ? known.map((id) => path.replace(/:\w+/, id)) : [path];

/** Queries of a route with each filter: true, a number, and where no id is in the path every id. */
function queriesOf({ path, query }: DescribedRoute, known: readonly string[]): string[] {
  const filters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const values = ["true", "1", "100", ...(path.includes("/:") ? [] : known)];
  return filters
    .filter((name) => name !== "after" && name !== "limit")
    .flatMap((name) => values.map((value) => `?${name}=${value}`));
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
