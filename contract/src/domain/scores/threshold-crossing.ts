/** A score that crossed a threshold, as the event tells it. */
export interface ThresholdCrossing {
  direction: "below" | "above";
  /** The score before; null: this is the first. */
  previous_score: number | null;
  /** Points from the score before to this one; null: this is the first. */
  change: number | null;
}

/**
 * Whether a score crosses a threshold: it does when it is below and the one before was not, or the other way round. A
 * first score crosses when it is below. A score equal to the threshold is not below.
 *
 * @param previous the score before, 0 to 100; null: there was none.
 * @returns null when it does not cross.
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
