import { counted } from "@assay/contract/domain";
import type { QueueItem, ReviewTask } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";

const priorities = ["urgent", "high", "normal", "low"] as const;
type Priority = (typeof priorities)[number];

/** Options of `assay reviews queue`. */
export interface QueueOptions {
  project?: string;
  priority?: Priority;
  limit?: number;
}

/** @throws {CliError} for an unknown priority. */
export function parsePriority(text: string): Priority {
  const found = priorities.find((one) => one === text);
  if (found) return found;
  throw new CliError(`--priority is ${JSON.stringify(text)}; it must be one of ${priorities.join(", ")}.`);
}

/** @throws {CliError} if the text is not a whole number from 1 to 100. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= 100) return limit;
  throw new CliError(`--limit is ${JSON.stringify(text)}; it must be a number from 1 to 100.`);
}

/** `assay reviews queue`: lists the reviewer's queue, then prints the number of claimable tasks. */
export async function showQueue(
  { project, priority, limit }: QueueOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  const filter = { ...(project !== undefined && { project }), ...(priority !== undefined && { priority }) };
  const queue = await client.reviews.queue({ ...filter, ...(limit !== undefined && { limit }) }, { signal });
  const claimable = await client.reviews.tasks.list({ ...filter, claimable: true, limit: 100 }, { signal });
  output.data({ ...queue, claimable: claimable.data });
  if (output.json) return;
  if (queue.items.length > 0) output.tables([tableOf(queue.items)]);
  const rest = queue.total_pending - queue.items.length;
  output.line(
    queue.total_pending === 0
      ? "Your queue is empty."
      : `${counted(queue.total_pending, "sample")} in your queue${rest > 0 ? `; ${rest} not shown (--limit)` : ""}.`,
  );
  output.line(claimableText(claimable.data, claimable.has_more));
}

const tableOf = (items: readonly QueueItem[]) => ({
  head: ["priority", "due", "score", "flagged", "task", "sample"],
  rows: items.map(({ priority, due_at: due, context, task_id: task, sample_id: sample }) => [
    priority,
    due === null ? null : due.slice(0, 16).replace("T", " "),
    context.ai_score === null ? null : context.ai_score.toFixed(1),
    context.flag_reason,
    task,
    sample,
  ]),
});

function claimableText(tasks: readonly ReviewTask[], more: boolean): string {
  if (tasks.length === 0) return "No claimable tasks.";
  const count = `${more ? "More than " : ""}${counted(tasks.length, "claimable task")}`;
  return `${count}. Claim the most urgent one with assay reviews claim.`;
}
