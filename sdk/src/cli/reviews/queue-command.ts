import { counted } from "@assay/contract/domain";
import type { ClaimableTask, QueueItem, ReviewerQueue } from "../../generated/types.ts";
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

/** `assay reviews queue`: lists the reviewer's queue, then the claimable tasks. */
export async function showQueue(
  { project, priority, limit }: QueueOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  const filter = { ...(project !== undefined && { project }), ...(priority !== undefined && { priority }) };
  const queue = await client.reviews.queue({ ...filter, ...(limit !== undefined && { limit }) }, { signal });
  output.data(queue);
  if (output.json) return;
  if (queue.items.length > 0) output.tables([tableOf(queue.items)]);
  const rest = queue.total_pending - queue.items.length;
  output.line(
    queue.total_pending === 0
      ? "Your queue is empty."
      : `${counted(queue.total_pending, "sample")} in your queue${rest > 0 ? `; ${rest} not shown (--limit)` : ""}.`,
  );
  if (queue.claimable.length > 0) output.tables([claimableTable(queue.claimable)]);
  output.line(claimableText(queue, queue.claimable.length));
}

const shortTime = (at: string | null): string | null => at && at.slice(0, 16).replace("T", " ");

const tableOf = (items: readonly QueueItem[]) => ({
  head: ["priority", "due", "position", "score", "flagged", "draft", "task", "sample"],
  rows: items.map((item) => [
    item.priority,
    shortTime(item.due_at),
    `${item.index} of ${item.total}`,
    item.context.ai_score === null ? null : item.context.ai_score.toFixed(1),
    item.context.flag_reason,
    item.has_draft ? "yes" : "no",
    item.task_id,
    item.sample_id,
  ]),
});

const claimableTable = (tasks: readonly ClaimableTask[]) => ({
  head: ["priority", "due", "samples", "slots", "requires", "blind", "claimable task"],
  rows: tasks.map((task) => [
    task.priority,
    shortTime(task.due_at),
    task.sample_count,
    task.slots_left,
    [...task.required_credentials, ...(task.specialty === null ? [] : [task.specialty])].join(", ") || null,
    task.blind ? "yes" : "no",
    task.task_id,
  ]),
});

const reasons: Partial<Record<string, string>> = {
  credentials_expired: "You can claim no task, because your credentials have expired.",
  not_available: "You can claim no task, because you are not available.",
};

/** States how many tasks the reviewer can claim, and how, or why none. @param shown number of listed tasks. */
export function claimableText(
  { claimable_total: total, claimable_reason: reason }: ReviewerQueue,
  shown = total,
): string {
  if (reason !== null) return reasons[reason] ?? `You can claim no task: ${reason}.`;
  if (total === 0) return "No claimable tasks.";
  const rest = total - shown;
  return `${counted(total, "claimable task")}${rest > 0 ? `; ${rest} not shown` : ""}. Claim the most urgent one with assay reviews claim.`;
}
