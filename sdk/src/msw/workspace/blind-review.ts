import { blindPending } from "@assay/contract/review/review-refusals";
import type { BlindTask, WorkspaceCaller } from "./workspace-tables.ts";

/** The project and samples that a response would reveal. */
export interface Revealed {
  projectId?: string;
  sampleIds?: readonly string[];
}

/** Yields the blind tasks assigned to the caller, with each sample that the caller still has to review. */
function* blindTasks({
  workspace,
  reviewer,
}: WorkspaceCaller): Generator<{ task: BlindTask; sample: string }> {
  if (reviewer === null) return;
  const reviews = [...workspace.reviews.values()].filter((review) => review.reviewer === reviewer);
  for (const task of workspace.reviewTasks.values()) {
    if (!task.blind || task.status === "completed" || task.status === "cancelled") continue;
    if (!task.assignments.some((one) => one.reviewer === reviewer)) continue;
    const done = new Set(reviews.filter((review) => review.task === task.id).map(({ sample }) => sample));
    for (const sample of task.samples) if (!done.has(sample)) yield { task, sample };
  }
}

/** Returns the samples that the caller still has to review blind. */
export const blindSamples = (caller: WorkspaceCaller): ReadonlySet<string> =>
  new Set([...blindTasks(caller)].map(({ sample }) => sample));

/** Protects samples that the caller still has to review blind. @throws {ApiError} 403 `blind_pending`. */
export function refuseBlind(caller: WorkspaceCaller, { projectId, sampleIds = [] }: Revealed): void {
  for (const { task, sample } of blindTasks(caller))
    if (task.project === projectId || sampleIds.includes(sample)) throw blindPending();
}
