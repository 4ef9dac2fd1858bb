import { instant, instantOrNull } from "../../domain/values/instants.ts";
import type { ReviewerRecord } from "./reviewer-rules.ts";

/**
 * Converts a reviewer to its form in responses.
 *
 * @param pendingCount number of samples that the reviewer has yet to review in the assigned tasks.
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

/** Statistics over a reviewer's reviews in a period. */
export interface ReviewerFigures {
  completed: number;
  /** Mean duration of the reviews with a known duration; null if there are none. */
  averageSeconds: number | null;
  durationCount: number;
  /** Median active time of the reviews for which it was sent; null if there are none. */
  medianActiveSeconds: number | null;
  activeCount: number;
  overrideCount: number;
  /**
   * Number of grades that equal the majority of the co-raters' grades, and number of grades for which such a
   * majority exists.
   */
  consensus: { agreed: number; compared: number };
}

/** Converts a reviewer's statistics for a period to their form in responses. */
export const reviewerStatisticsToWire = (
  { id }: Pick<ReviewerRecord, "id">,
  period: string,
  { completed, averageSeconds, durationCount, overrideCount, consensus, ...active }: ReviewerFigures,
) => ({
  object: "reviewer_statistics" as const,
  reviewer: id,
  period,
  completed,
  avg_duration_seconds: averageSeconds,
  duration_count: durationCount,
  median_active_seconds: active.medianActiveSeconds,
  active_count: active.activeCount,
  override_rate: completed === 0 ? null : overrideCount / completed,
  override_count: overrideCount,
  consensus_agreement: consensus.compared === 0 ? null : consensus.agreed / consensus.compared,
  consensus_count: consensus.compared,
});
