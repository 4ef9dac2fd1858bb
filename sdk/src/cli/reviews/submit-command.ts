import { ApiError } from "../../errors/errors-api.ts";
import type { Review } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";
import { reviewOf, type SubmittedOptions } from "./review-body.ts";

/** @throws {CliError} if the text is not a number from 0 to 100. */
export function parseOverride(text: string): number {
  const score = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (score >= 0 && score <= 100) return score;
  throw new CliError(`--override is ${JSON.stringify(text)}; it must be a score from 0 to 100.`);
}

/** @throws {CliError} if the text is not a number of seconds of at most one day. */
export function parseActiveSeconds(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (seconds <= 86_400) return seconds;
  throw new CliError(`--active-seconds is ${JSON.stringify(text)}; it must be a number from 0 to 86400.`);
}

/** `assay reviews submit TASK SAMPLE …`: submits a review. */
export async function submitReview(
  target: { task: string; sample: string },
  options: SubmittedOptions,
  context: CommandContext,
): Promise<void> {
  const { client, output, signal } = context;
  const body = await reviewOf(target, options, context);
  const review = await withEveryFault(client.reviews.submit(target.task, body, { signal }), "review");
  output.data(review);
  if (!output.json) for (const line of linesOf(review)) output.line(line);
}

/** Reports every fault of rejected grades, not only the first. @param noun what the call stores. */
export async function withEveryFault<Stored>(call: PromiseLike<Stored>, noun: string): Promise<Stored> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length < 2) throw error;
    const faults = error.errors.map(({ path, message }) => `  ${path}: ${message}`);
    throw new CliError(
      `The ${noun} was rejected and nothing was stored. Fix these faults and submit again:\n${faults.join("\n")}`,
    );
  }
}

function linesOf(review: Review): string[] {
  const { id, revision, sample, original_ai_score: original, override_value: value } = review;
  const overridden =
    value === null
      ? []
      : [`Score of ${sample} overridden: ${original === null ? "none" : original.toFixed(1)} → ${value}.`];
  const conflict = review.override_conflict
    ? ["Another reviewer has overridden this score with a different value. The latest override applies."]
    : [];
  return [`Submitted ${id}${revision === 1 ? "" : ` (revision ${revision})`}.`, ...overridden, ...conflict];
}
