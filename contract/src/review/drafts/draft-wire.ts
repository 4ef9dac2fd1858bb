import { instant } from "../../domain/values/instants.ts";
import type { DraftRecord } from "./draft-rules.ts";

/** Converts a draft to its form in responses. */
export const draftToWire = (draft: DraftRecord) => ({
  object: "review_draft" as const,
  task: draft.task,
  sample: draft.sample,
  revision: draft.revision,
  grades: draft.grades && { ...draft.grades },
  notes: draft.notes,
  flags: draft.flags && [...draft.flags],
  override_ai_score: draft.overrideAiScore,
  override_value: draft.overrideValue,
  updated_at: instant(draft.updatedAt),
});

/** The header `ETag` of a draft. */
export const draftTag = ({ revision }: Pick<DraftRecord, "revision">): string => `"${revision}"`;
