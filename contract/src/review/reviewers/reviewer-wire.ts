import { instant, instantOrNull } from "../../domain/values/instants.ts";
import type { ReviewerRecord } from "./reviewer-rules.ts";

/**
 * A reviewer as responses show them.
 *
 * @param pendingCount samples of tasks held that the reviewer has still to review.
 */
export const reviewerToWire = (reviewer: ReviewerRecord, pendingCount: number) => ({
  id: reviewer.id,
  object: "reviewer" as const,
  name: reviewer.name,
  credentials: [...reviewer.credentials],
  specialty: reviewer.specialty,
  available: reviewer.available,
  projects: reviewer.projects && [...reviewer.projects],
  pending_count: pendingCount,
  credential_expires_at: instantOrNull(reviewer.credentialExpiresAt),
  created_at: instant(reviewer.createdAt),
});

/** What is counted of a reviewer's reviews in a period. */
export interface ReviewerFigures {
  completed: number;
  /** Of the reviews whose duration is known; null: there is none. */
  averageSeconds: number | null;
  durationCount: number;
  overrideCount: number;
  /** Grades equal to what most co-raters gave, of those that could be compared. */
  consensus: { agreed: number; compared: number };
}

/** What a reviewer did in a period, as responses show it. */
export const reviewerStatisticsToWire = (
  { id }: Pick<ReviewerRecord, "id">,
  period: string,
  { completed, averageSeconds, durationCount, overrideCount, consensus }: ReviewerFigures,
) => ({
  object: "reviewer_statistics" as const,
  reviewer: id,
  period,
  completed,
  avg_duration_seconds: averageSeconds,
  duration_count: durationCount,
  override_rate: completed === 0 ? null : overrideCount / completed,
  override_count: overrideCount,
  consensus_agreement: consensus.compared === 0 ? null : consensus.agreed / consensus.compared,
  consensus_count: consensus.compared,
});
