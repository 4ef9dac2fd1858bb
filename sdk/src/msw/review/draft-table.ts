import { type DraftRecord, savedDraft } from "@assay/contract/review/drafts/draft-rules";

/** Creates a table of drafts of reviews, by {@link draftKey}. */
export const emptyDraftTable = () => new Map<string, DraftRecord>();

/** The drafts of a workspace. */
type DraftTable = ReturnType<typeof emptyDraftTable>;

/** The key of a reviewer's draft of a sample in a task. */
export const draftKey = ({
  task,
  sample,
  reviewer,
}: Pick<DraftRecord, "task" | "sample" | "reviewer">): string => `${task} ${sample} ${reviewer}`;

/** Deletes all drafts of a task. */
export function deleteDraftsOf(drafts: DraftTable, task: string): void {
  for (const [key, draft] of drafts) if (draft.task === task) drafts.delete(key);
}

/** Returns the number of drafts of each reviewer in a task. */
export function countDrafts(drafts: DraftTable, task: string, now: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const draft of drafts.values()) {
    if (draft.task !== task || !savedDraft(draft, now)) continue;
    counts.set(draft.reviewer, (counts.get(draft.reviewer) ?? 0) + 1);
  }
  return counts;
}

/** Returns the caller's draft of a sample in a task, if there is one. */
export const ownDraft = (
  { workspace, reviewer }: { workspace: { reviewDrafts: DraftTable }; reviewer: string | null },
  of: { task: string; sample: string },
  now: number,
): DraftRecord | undefined =>
  savedDraft(workspace.reviewDrafts.get(draftKey({ ...of, reviewer: reviewer ?? "" })), now);
