/** A threshold crossing, as in the event. */
export interface ThresholdCrossing {
  direction: "below" | "above";
  /** The previous score; null: this is the first. */
  previous_score: number | null;
  /** Points from the previous score to this one; null: this is the first. */
  change: number | null;
}

/**
 * Detects a threshold crossing: the score is below the threshold and the previous one was not, or the
 * reverse. A first score crosses if it is below. A score equal to the threshold is not below.
 *
 * @param previous the previous score, 0 to 100; null: none.
 * @returns null without a crossing.
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
