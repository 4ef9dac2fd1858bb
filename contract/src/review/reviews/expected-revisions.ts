import { draftNotIncluded } from "../drafts/draft-refusals.ts";
import { revisionConflict } from "../review-refusals.ts";

/** What a reviewer has stored for a sample of a task. */
interface StoredRevisions {
  existing: { revision: number } | undefined;
  draft: { revision: number } | undefined;
}

/** The revisions that a submission expects; 0 stands for none. */
interface ExpectedRevisions {
  sample: string;
  expected_revision: number | undefined;
  expected_draft_revision: number | undefined;
}

/**
 * Requires that nothing has changed since the reviewer's window loaded it. The caller must hold the lock on the task, so that
 * no draft is stored between this check and the deletion of the draft.
 *
 * @throws {ApiError} 409 if the review, or else the draft, has another revision than expected.
 */
export function checkRevisions({ existing, draft }: StoredRevisions, body: ExpectedRevisions): void {
  const stored = existing?.revision ?? 0;
  const expected = body.expected_revision ?? stored;
  if (expected !== stored) throw revisionConflict(body.sample, { stored, expected });
  const drafted = draft?.revision ?? 0;
  const included = body.expected_draft_revision ?? drafted;
  if (included !== drafted) throw draftNotIncluded(body.sample, { stored: drafted, expected: included });
}
