// Generated blind items that contain canaries in everything that is hidden from their reviewers.
import { expect } from "vitest";
import { contract, routesOf } from "@assay/contract/openapi/apis";
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { all, evaluated, newDataset } from "./arrange.ts";
import { actingReviewer, newRubric } from "./arrange-reviews.ts";
import { grading } from "./arrange-scored-reviews.ts";
import { allVisibleText } from "./blind-fixture.ts";
import type { Context } from "./context.ts";
import { customAt, withReceiver } from "./custom-receiver.ts";

/** Every read of the API, regardless of its scope, except for the streams and documents that are not below `/v1`. */
const reads = routesOf(contract).filter(({ method, path }) => method === "GET" && path.startsWith("/v1/"));

const sampleOf = (index: number) => ({
  external_id: `canary-external-${index}`,
  input: `Call ${index}.`,
  expected: { triage_level: `canary-expected-${index}` },
  metadata: { site: `canary-site-${index}`, nurse: `canary-metadata-${index}` },
  tags: [`canary-tag-${index}`],
  split: "canary-split",
  cluster_id: `canary-cluster-${index}`,
});

/** Creates a dataset with canaries, and an evaluation of a model with a canary as its name. */
async function scoredSamples(context: Context, count: number) {
  const { assay } = context;
  const dataset = await newDataset(context);
  const given = Array.from({ length: count }, (_, index) => sampleOf(index));
  const { data } = await assay.samples.create(dataset.id, { samples: given });
  const samples = data.map(({ id }) => id);
  const model = await assay.models.create({ name: "canary-model", version: "canary-version" });
  const outputs = samples.map((sample, index) => ({ sample, output: `Answer ${index}.` }));
  await assay.samples.createOutputs(dataset.id, { model: model.id, outputs });
  const current = await assay.datasets.get(dataset.id);
  const answer = {
    score: 41.7,
    flagged: true,
    flag_reason: "canary-reason",
    details: { why: "canary-details" },
  };
  const evaluation = await withReceiver(
    () => answer,
    async ({ url }) =>
      evaluated(context, current, {
        evaluators: [customAt(url)],
        model: model.id,
        name: "canary-name",
        metadata: { model: "canary-name" },
      }),
  );
  // This evaluation fails, because no expected answer has a known level; its reasons name expected answers and samples.
  const failed = await evaluated(context, current, {
    model: model.id,
    sample_filter: { external_ids: ["canary-external-0"], metadata: { nurse: "canary-metadata-0" } },
  });
  expect([failed.status, failed.error]).toEqual(["failed", expect.stringContaining("canary-expected-0")]);
  return { dataset: current, samples, model, evaluation };
}

/**
 * Creates a blind pool task of generated items, which another reviewer has reviewed in part, and its next reviewer.
 *
 * @param shown names of the members of the metadata that the task shows.
 */
export async function canaryItems(context: Context, { count, shown }: { count: number; shown?: string[] }) {
  const { assay } = context;
  const { dataset, samples, model, evaluation } = await scoredSamples(context, count);
  const { project } = dataset;
  const rubric = (await newRubric(context, project)).id;
  const task = await assay.reviews.tasks.create({
    project,
    samples,
    rubric,
    evaluation: evaluation.id,
    reviews_required: 2,
    ...(shown && { shown_metadata: shown }),
  });
  const [reader, other] = [await actingReviewer(context), await actingReviewer(context)];
  for (const sample of samples.slice(0, 10)) {
    const further = { notes: "canary-note", flags: ["canary-flag"] };
    await other.assay.reviews.submit(task.id, grading(sample, further));
  }
  const [first = ""] = samples;
  const named = {
    project,
    dataset: dataset.id,
    sample: first,
    evaluation: evaluation.id,
    rubric,
    task: task.id,
  };
  const ids = new Map(
    Object.entries({ ...named, model: model.id, reviewer: reader.id }).map(
      ([kind, id]) => [exampleIds[kind as keyof typeof exampleIds], id] as const,
    ),
  );
  return { task: task.id, dataset: dataset.id, model: model.id, samples, reader, ids };
}

/** Returns the kinds of canaries in all answers to a reader's key: those of every operation, and of every sample. */
export async function visibleCanaries(
  context: Context,
  { task, dataset, samples, reader, ids }: Awaited<ReturnType<typeof canaryItems>>,
): Promise<string[]> {
  const found = new Set<string>();
  const search = (value: unknown): void => {
    for (const [kind] of JSON.stringify(value).matchAll(/canary-[a-z]+/g)) found.add(kind);
  };
  for (const { text } of await allVisibleText(context, { ids }, reader.key, reads)) search(text);
  search(await all(reader.assay.samples.list(dataset)));
  const paths = [
    ...samples.map((sample) => `/v1/reviews/tasks/${task}/samples/${sample}`),
    // The list above has the same form as these answers.
    ...samples.slice(0, 50).flatMap((sample) => [`/v1/samples/${sample}`, `/v1/samples/${sample}/scores`]),
  ];
  for (const path of paths) search((await context.request("GET", path, { key: reader.key })).body);
  return [...found].toSorted();
}
