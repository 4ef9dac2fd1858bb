/** A threshold crossing, as in the webhook event. */
export interface ThresholdCrossing {
  direction: "below" | "above";
  /** The previous score; null for a first score. */
  previous_score: number | null;
  /** The difference from the previous score (in points); null for a first score. */
  change: number | null;
}

/**
 * Detects a threshold crossing: the score is below the threshold and the previous score was not, or the
 * reverse. A first score counts as a crossing if it is below the threshold. A score equal to the threshold is
 * not below.
 *
 * @param previous the previous score (0-100); null if there is none.
 * @returns null if the score does not cross the threshold.
 */
export function thresholdCrossing(
  previous: number | null,
  score: number,
  threshold: number,
): ThresholdCrossing | null {
  const isBelow = score < threshold;
  const wasBelow = previous !== null && previous < threshold;
  if (isBelow === wasBelow) return null;
  return {
    direction: isBelow ? "below" : "above",
    previous_score: previous,
    change: previous === null ? null : score - previous,
  };
}
