import { ApiError } from "../../errors/errors-api.ts";
import type { Review, ReviewDraft, SubmitReview } from "../../generated/types.ts";
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
  const { client, output, signal } = context;
  const { body, draft, claimed } = await reviewOf(target, options, context);
  let review: Review;
  try {
    review = await withEveryFault(client.reviews.submit(target.task, body, { signal }), "review");
  } catch (error) {
    if (claimed) output.note(`Review task ${target.task} is now assigned to you.`);
    throw error;
  }
  output.data(review);
  for (const line of linesOf(review)) output.line(line);
  if (draft) output.line(`It includes your draft (revision ${draft.revision}), which is deleted now.`);
}

/** A review to submit. */
interface Submission {
  body: SubmitReview;
  /** The draft that the review includes. */
  draft: ReviewDraft | null;
  /** Whether the task was claimed in order to read the draft. */
  claimed: boolean;
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
    return { body: { ...review, ...timed, sample }, draft: null, claimed: false };
  }
  const { item, claimed } = await ownItem(target, context);
  const { draft, rubric } = item;
  const { grades, ...contents } = mergedDraft(draft, contentsOf(options, rubric));
  const further = { ...contents, ...(evaluator !== undefined && { evaluator }), ...timed };
  return { body: { sample, grades: grades ?? {}, ...further }, draft, claimed };
}

/**
 * Reads an item with the draft of the calling reviewer. Their draft outlasts their claim, but only the assigned reviewer
 * can read it. Therefore, claims the task first if necessary, as the submission would.
 */
async function ownItem({ task, sample }: Target, { client, signal }: CommandContext) {
  const read = () => client.reviews.items.get(task, sample, { signal });
  try {
    return { item: await read(), claimed: false };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "not_assigned") throw error;
    await client.reviews.tasks.claim(task, { signal });
    return { item: await read(), claimed: true };
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
