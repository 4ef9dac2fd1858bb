import type { CreateEvaluation, CreateSamples, Dataset, Evaluation, Project, Sample } from "@assay/sdk";
import type { Context } from "./context.ts";

/** Creates a project. */
export const newProject = ({ assay }: Context, name = "Nurse line"): PromiseLike<Project> =>
  assay.projects.create({ name });

/** Creates a dataset in the given project, or in a new project. */
export async function newDataset(context: Context, project?: string): Promise<Dataset> {
  const owner = project ?? (await newProject(context)).id;
  return context.assay.datasets.create({ name: "Calls of February", project: owner });
}

/**
 * Samples with correct and wrong outputs, by external id. Each has the expected level and the output's level.
 */
export const calls = {
  "call-1": ["emergent", "emergent"],
  "call-2": ["emergent", "urgent"],
  "call-3": ["routine", "urgent"],
  "call-4": ["urgent", "urgent"],
} as const;

/** The samples in `calls`. */
export const callSamples: CreateSamples["samples"] = Object.entries(calls).map(
  ([id, [expected, answered]]) => ({
    external_id: id,
    input: { text: `The caller of ${id}.` },
    expected: { triage_level: expected },
    output: { triage_level: answered },
  }),
);

/** A dataset with samples. */
export interface FilledDataset {
  dataset: Dataset;
  samples: Sample[];
}

/** Creates a dataset with samples, by default those in `calls`. */
export async function filledDataset(context: Context, samples = callSamples): Promise<FilledDataset> {
  const { id } = await newDataset(context);
  const created = await context.assay.samples.create(id, { samples });
  return { dataset: await context.assay.datasets.get(id), samples: created.data };
}

/** Returns the request to evaluate a dataset with `triage_accuracy`. */
export const nightly = ({ id, project }: Dataset) => ({
  name: "Nightly",
  project,
  dataset: id,
  evaluators: [{ type: "triage_accuracy" as const }],
});

/** An evaluator that scores any error with 0; on four levels, weights of 3 subtract the whole score. */
export const binary = {
  type: "triage_accuracy" as const,
  name: "binary",
  config: { severity_weights: { under_triage: 3, over_triage: 3 } },
};

/** Creates an evaluation of a dataset and waits for its completion. */
export const evaluated = (
  { assay }: Context,
  dataset: Dataset,
  further: Partial<CreateEvaluation> = {},
): PromiseLike<Evaluation> => assay.evaluations.create({ ...nightly(dataset), run_async: false, ...further });

/** A well-formed id that does not exist. */
export const absent = {
  project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
  dataset: "ds_01jd0v6c9tf0prpc9h1yhw6y6s",
  sample: "smp_01jd0v7am0f1trsrsa8tc8nqhk",
  model: "mdl_01jd0v8k3vew9s8b4g0p0q2xya",
  evaluation: "eval_01jd0v9rx6e6wvj6w3fd0qk3ga",
  webhook: "whk_01jd0vc8hq2n4x6t9b3m5r7w1k",
  delivery: "dlv_01jd0vd1tq5m8y2k4w6r9x3b7n",
  apiKey: "key_01jd0vb2ywf5p8tw6axgyn8kd1",
} as const;

/** Collects all items of a list. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** Creates an output or an expected answer that is a triage level. */
export const level = (text: string) => ({ triage_level: text });

/**
 * Creates samples that are all urgent. Outputs: `u` correct, `e` one level too high, `r` two levels too low.
 */
export const answered = (answers: string, clusterOf: (index: number) => string | null = () => null) =>
  Array.from(answers, (answer, index) => ({
    external_id: `call-${index}`,
    input: index,
    expected: level("urgent"),
    output: level({ u: "urgent", e: "emergent", r: "routine" }[answer] ?? ""),
    cluster_id: clusterOf(index),
  }));
