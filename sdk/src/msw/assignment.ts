import type { Call } from "./handler.ts";
import type { ReviewerRow } from "./tables-reviews.ts";

/** Fills open places of waiting tasks, as far as somebody fits. */
export function assignWaiting(_call: Call): void {}

/** Takes from a reviewer what they no longer qualify for or cannot take up. */
export function releaseUnfit(_call: Call, _reviewer: ReviewerRow): void {}

/** Samples of tasks held that the reviewer has still to review. */
export function pendingCount(_call: Pick<Call, "caller">, _reviewer: ReviewerRow): number {
  return 0;
}
