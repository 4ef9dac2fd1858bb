import { ApiError } from "../../../errors/errors-api.ts";
import type { PutReviewDraft, ReviewDraft } from "../../../generated/types.ts";
import { CliError } from "../../cli-error.ts";
import type { CommandContext } from "../../program.ts";
import { reviewText } from "../item-lines.ts";
import { contentsOf, givenOptions, reviewInStdin, type ReviewOptions } from "../review-body.ts";
import { mergedDraft } from "./merged-draft.ts";

/** Options of `assay reviews draft`. */
export interface DraftOptions extends ReviewOptions {
  clear?: boolean;
  replace?: boolean;
}

/** A sample of a task. */
interface Target {
  task: string;
  sample: string;
}

/** `assay reviews draft TASK SAMPLE …`: adds to a draft of a review, replaces or deletes it. */
export async function storeDraft(
  target: Target,
  { clear = false, replace = false, ...options }: DraftOptions,
  context: CommandContext,
): Promise<void> {
  const { output } = context;
  requireOptions({ clear, replace }, options);
  if (clear) {
    await clearDraft(target, context);
    return;
  }
  const draft = await store(target, { replace, options }, context);
  output.data(draft);
  output.line(`Stored the draft (revision ${draft.revision}).`);
  output.line(`  ${reviewText(draft)}`);
  output.line(`Submit it with assay reviews submit ${target.task} ${target.sample}`);
}

const accepted =
  "--grade, --grades, --not-assessable, --confidence, --override, --notes, --notes-file, --flag or --stdin";

const nothingGiven = (): CliError =>
  new CliError(`Nothing to store in the draft; give ${accepted}. To delete the draft, use --clear.`);

/** @throws {CliError} if there is nothing to do, or if an option would have no effect. */
function requireOptions(
  { clear, replace }: Required<Pick<DraftOptions, "clear" | "replace">>,
  options: ReviewOptions,
): void {
  const [first] = [...givenOptions(options), ...(options.stdin ? ["--stdin"] : [])];
  const excluded = clear ? (replace ? "--replace" : first) : undefined;
  if (excluded !== undefined) throw new CliError(`--clear and ${excluded} exclude each other.`);
  if (!clear && first === undefined) throw nothingGiven();
}

async function clearDraft({ task, sample }: Target, { client, output, signal }: CommandContext) {
  const answer = await client.reviews.drafts.delete(task, sample, { signal });
  output.data(answer);
  output.line(answer.deleted ? "Deleted the draft." : "There was no draft.");
}

const maxAttempts = 5;

/**
 * Stores a draft: the given contents, merged into the stored draft unless they replace it. If another window changes
 * the draft at the same time, merges again.
 */
async function store(
  { task, sample }: Target,
  { replace, options }: { replace: boolean; options: ReviewOptions },
  { client, signal }: CommandContext,
): Promise<ReviewDraft> {
  // The server validates every member and reports each fault.
  let given: PutReviewDraft | undefined = options.stdin
    ? JSON.parse(await reviewInStdin(options))
    : undefined;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { draft, rubric } = await client.reviews.items.get(task, sample, { signal });
    given ??= contentsOf(options, rubric);
    if (Object.keys(given).length === 0) throw nothingGiven();
    const condition = draft ? { "if-match": `"${draft.revision}"` } : { "if-none-match": "*" };
    const body = replace ? given : mergedDraft(draft, given);
    const headers: Record<string, string> = replace ? {} : condition;
    try {
      return await client.reviews.drafts.put(task, sample, body, { signal, headers });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "precondition_failed") throw error;
    }
  }
  throw new CliError(
    `Another window changed the draft ${maxAttempts} times; nothing was stored. Repeat the command.`,
  );
}
