import { ApiError } from "../../errors/errors-api.ts";
import type { Review, ReviewDraft, ReviewItem, SubmitReview } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";
import { mergedDraft } from "./drafts/merged-draft.ts";
import { contentsOf, reviewInStdin, type SubmittedOptions } from "./review-body.ts";

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

/** A sample of a task. */
interface Target {
  task: string;
  sample: string;
}

/** `assay reviews submit TASK SAMPLE …`: submits a review with the contents of the stored draft. */
export async function submitReview(
  target: Target,
  options: SubmittedOptions,
  context: CommandContext,
): Promise<void> {
  const { output } = context;
  const { review, draft } = await submitted(target, options, context);
  output.data(review);
  for (const line of linesOf(review)) output.line(line);
  if (draft) output.line(`It includes your draft (revision ${draft.revision}), which is deleted now.`);
}

const maxAttempts = 5;

/** Submits a review. If another window changes the draft at the same time, includes the changed draft. */
async function submitted(
  target: Target,
  options: SubmittedOptions,
  context: CommandContext,
): Promise<{ review: Review; draft: ReviewDraft | null }> {
  const { client, signal } = context;
  for (let attempt = 1; ; attempt += 1) {
    const { body, draft } = await reviewOf(target, options, context);
    const call = client.reviews.submit(target.task, body, { signal });
    try {
      return { review: await withEveryFault(call, "review"), draft };
    } catch (error) {
      if (options.stdin || attempt === maxAttempts || !isDraftChanged(error)) throw error;
    }
  }
}

const isDraftChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ path }) => path === "/expected_draft_revision");

/** A review to submit. */
interface Submission {
  body: SubmitReview;
  /** The draft that the review includes. */
  draft: ReviewDraft | null;
}

/** Returns a review: that of the standard input, or the stored draft with the given options. */
async function reviewOf(
  target: Target,
  options: SubmittedOptions,
  context: CommandContext,
): Promise<Submission> {
  const { sample } = target;
  const { activeSeconds, evaluator } = options;
  const timed = activeSeconds === undefined ? {} : { active_seconds: activeSeconds };
  if (options.stdin) {
    // The server validates every member and reports each fault.
    const review: SubmitReview = JSON.parse(await reviewInStdin(options));
    return { body: { ...review, ...timed, sample }, draft: null };
  }
  const { draft, rubric } = await ownItem(target, context);
  const { grades, ...contents } = mergedDraft(draft, contentsOf(options, rubric));
  const further = { ...contents, ...(evaluator !== undefined && { evaluator }), ...timed };
  const expected = { expected_draft_revision: draft?.revision ?? 0 };
  return { body: { sample, grades: grades ?? {}, ...further, ...expected }, draft };
}

/**
 * Reads the rubric and the draft of the calling reviewer. A reviewer to whom the task is not assigned, and who has no
 * draft, cannot read the item. The submission then claims the task.
 */
async function ownItem(
  { task: id, sample }: Target,
  { client, signal }: CommandContext,
): Promise<Pick<ReviewItem, "draft" | "rubric">> {
  try {
    return await client.reviews.items.get(id, sample, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "not_assigned") throw error;
    const task = await client.reviews.tasks.get(id, { signal });
    return { draft: null, rubric: await client.reviews.rubrics.get(task.rubric, { signal }) };
  }
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
