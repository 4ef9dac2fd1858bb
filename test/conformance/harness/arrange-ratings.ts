import { filledDataset } from "./arrange.ts";
import { newRubric, type ReviewSetup } from "./arrange-reviews.ts";
import type { Context, RawResponse } from "./context.ts";
import { expectBody } from "./expectations.ts";
import { fileTypes } from "./send-file.ts";

/** A file of ratings; the default `type` is JSON Lines. */
export interface RatingFile {
  file: string | Uint8Array | readonly object[];
  type?: string;
  /** Further query parameters. A parameter with a list is repeated. */
  query?: Readonly<Record<string, string | readonly string[]>>;
  encoding?: string;
  idempotencyKey?: string;
  /** The API key; default: the first key of the workspace. */
  key?: string;
}

/** Returns rows as JSON Lines. */
export const linesOf = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join("\n");

/** Sends a file of ratings. */
export function sendRatings(
  { request }: Context,
  { dataset, rubric }: { dataset: { id: string }; rubric: string },
  { file, type = fileTypes.lines, query = {}, encoding, idempotencyKey, key }: RatingFile,
): Promise<RawResponse> {
  const search = new URLSearchParams({ dataset: dataset.id, rubric });
  for (const [name, values] of Object.entries(query)) {
    const list = typeof values === "string" ? [values] : values;
    search.delete(name);
    for (const value of list) search.append(name, value);
  }
  const body = typeof file === "string" || file instanceof Uint8Array ? file : linesOf(file);
  return request("POST", `/v1/reviews/import?${search.toString()}`, {
    body,
    headers: {
      "content-type": type,
      ...(encoding !== undefined && { "content-encoding": encoding }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(key !== undefined && { key }),
  });
}

/** The result of an import. */
export interface ImportedRatings {
  tasks: string[];
  inserted: number;
  updated: number;
  unchanged: number;
  failed: number;
  reviewers_created: number;
  errors: { path: string; line: number; code: string; message: string }[];
}

/** Imports ratings. @returns the result. */
export async function importedRatings(
  context: Context,
  setup: { dataset: { id: string }; rubric: string },
  file: RatingFile,
): Promise<ImportedRatings> {
  const body: unknown = expectBody(await sendRatings(context, setup, file), 200);
  // This cast is safe: the mock and the server check every response against the contract.
  return body as ImportedRatings;
}

/** Creates a dataset with numbered samples (`r1`, `r2`, …) and a rubric. */
export async function ratedDataset(
  context: Context,
  count: number,
): Promise<Pick<ReviewSetup, "project" | "dataset" | "rubric">> {
  const samples = Array.from({ length: count }, (_, index) => ({
    external_id: `r${index + 1}`,
    input: index,
  }));
  const { dataset } = await filledDataset(context, samples);
  const { project } = dataset;
  return { project, dataset, rubric: (await newRubric(context, project)).id };
}
