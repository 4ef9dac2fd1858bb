import { counted } from "@assay/contract/domain";
import type { ReviewProgress, TaskProgress } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";

/** Options of `assay reviews progress`. */
export interface ProgressOptions {
  project?: string;
  period?: string;
}

/** `assay reviews progress [TASK]`: shows the progress of a task, or of all reviews, with a table of reviewers. */
export async function showProgress(
  task: string | undefined,
  { project, period }: ProgressOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  if (task !== undefined) {
    if (project !== undefined || period !== undefined)
      throw new CliError("--project and --period must be left out if a task is given.");
    const progress = await client.reviews.tasks.progress(task, { signal });
    output.data(progress);
    if (output.json) return;
    if (progress.by_reviewer.length > 0) output.tables([tableOfTask(progress)]);
    const { completed, total, slots_left: slots } = progress;
    output.line(`${completed} of ${counted(total, "sample")} completed; ${counted(slots, "open slot")}.`);
    return;
  }
  const query = { ...(project !== undefined && { project }), ...(period !== undefined && { period }) };
  const progress = await client.reviews.progress(query, { signal });
  output.data(progress);
  if (output.json) return;
  if (progress.by_reviewer.length > 0) output.tables([tableOfAll(progress)]);
  const { tasks, samples } = progress;
  output.line(
    `Open tasks: ${tasks.pending} pending, ${tasks.assigned} assigned, ${tasks.in_progress} in progress; ${tasks.overdue} overdue, ${tasks.unassigned} without a qualified reviewer.`,
  );
  output.line(`Ended in ${progress.period}: ${tasks.completed} completed, ${tasks.cancelled} cancelled.`);
  output.line(`Waiting samples: ${samples.waiting}, of which ${samples.overdue} are overdue.`);
}

const shortTime = (at: string | null): string | null => at && at.slice(0, 16).replace("T", " ");
const seconds = (value: number | null): string | null => (value === null ? null : value.toFixed(1));

const tableOfTask = ({ by_reviewer: rows }: TaskProgress) => ({
  head: ["reviewer", "status", "reviewed", "drafts", "last submission", "claim expires", "median s", "id"],
  rows: rows.map((row) => [
    row.reviewer.name,
    row.status,
    `${row.reviewed} of ${row.total}`,
    row.drafts,
    shortTime(row.last_submitted_at),
    shortTime(row.claim_expires_at),
    seconds(row.median_active_seconds),
    row.reviewer.id,
  ]),
});

const tableOfAll = ({ by_reviewer: rows }: ReviewProgress) => ({
  head: ["reviewer", "available", "pending", "overdue", "completed", "median s", "id"],
  rows: rows.map((row) => [
    row.reviewer.name,
    row.available ? "yes" : "no",
    row.pending,
    row.overdue,
    row.completed,
    seconds(row.median_active_seconds),
    row.reviewer.id,
  ]),
});
