import type { CommandContext } from "../program.ts";
import { draftOf, type ReviewOptions } from "./review-body.ts";

/** Options of `assay reviews draft`. */
export interface DraftOptions extends ReviewOptions {
  clear?: boolean;
}

/** `assay reviews draft TASK SAMPLE …`: stores or deletes a draft of a review. */
export async function storeDraft(
  { task, sample }: { task: string; sample: string },
  { clear, ...options }: DraftOptions,
  context: CommandContext,
): Promise<void> {
  const { client, output, signal } = context;
  if (clear) {
    const answer = await client.reviews.drafts.delete(task, sample, { signal });
    output.data(answer);
    output.line(answer.deleted ? "Deleted the draft." : "There was no draft.");
    return;
  }
  const draft = await client.reviews.drafts.put(task, sample, await draftOf(task, options, context), {
    signal,
  });
  output.data(draft);
  output.line(`Stored the draft (revision ${draft.revision}). Submit it with assay reviews submit.`);
}
