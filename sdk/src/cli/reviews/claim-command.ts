import { counted } from "@assay/contract/domain";
import { ApiError } from "../../errors/errors-api.ts";
import type { ReviewTask } from "../../generated/types.ts";
import type { CommandContext } from "../program.ts";
import { claimableText } from "./queue-command.ts";

const ranks = ["urgent", "high", "normal", "low"];

/** Compares two tasks in queue order: by priority, then by due time, then by age. */
function inOrder(left: ReviewTask, right: ReviewTask): number {
  const byPriority = ranks.indexOf(left.priority) - ranks.indexOf(right.priority);
  if (byPriority !== 0) return byPriority;
  const due = [left, right].map(({ due_at: at }) => (at === null ? Infinity : Date.parse(at)));
  const [first = Infinity, second = Infinity] = due;
  if (first !== second) return first - second;
  return Date.parse(left.created_at) - Date.parse(right.created_at);
}

/** `assay reviews claim [TASK]`: claims the given task, or the most urgent claimable one. */
export async function claimTask(named: string | undefined, context: CommandContext): Promise<void> {
  const { client, output, signal } = context;
  const task =
    named === undefined
      ? await claimMostUrgent(context)
      : await client.reviews.tasks.claim(named, { signal });
  output.data(task);
  if (output.json) return;
  if (task === null) {
    output.line(claimableText(await client.reviews.queue({ limit: 1 }, { signal })));
    return;
  }
  output.line(`Claimed ${task.id}: ${counted(task.sample_count, "sample")}.`);
  for (const sample of task.samples.slice(0, 20)) output.line(`  assay reviews show ${task.id} ${sample}`);
  if (task.sample_count > 20) output.line(`  … and ${task.sample_count - 20} more: assay reviews queue`);
}

/** Claims the most urgent claimable task. @returns null if there is none. */
async function claimMostUrgent({ client, signal }: CommandContext): Promise<ReviewTask | null> {
  const open: ReviewTask[] = [];
  for await (const task of client.reviews.tasks.list({ claimable: true, limit: 100 }, { signal }))
    open.push(task);
  for (const { id } of open.toSorted(inOrder)) {
    try {
      return await client.reviews.tasks.claim(id, { signal });
    } catch (error) {
      // If another reviewer claimed the task first, try the next one.
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    }
  }
  return null;
}
