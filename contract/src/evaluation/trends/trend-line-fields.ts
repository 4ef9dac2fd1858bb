import * as z from "zod";
import { trendConfidences, trendDirections } from "../../domain/index.ts";

// Any finite slope is valid: if all points are within a few milliseconds, the change per week can be very
// large.
const anySlope = z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE);

/** The schemas of the figures of a line through scores, which a trend and each of its series have. */
export const trendLineFields = {
  direction: z.enum(trendDirections).meta({
    description:
      "`stable` if the slope's 95 % interval is within ±`slope_margin`; otherwise `improving` or `declining` if the interval excludes 0; otherwise `insufficient_data`.",
  }),
  slope: anySlope.nullable().meta({
    description:
      "Points per week, fitted by least squares over the evaluations; null if there are fewer than 3 points or if all are at the same instant.",
  }),
  slope_ci95: z.tuple([anySlope, anySlope]).nullable().meta({
    description:
      "95 % interval for the slope (Student's t); null if the slope is null. From 6 points on, the interval is corrected for autocorrelation.",
  }),
  trend_confidence: z.enum(trendConfidences).meta({
    description:
      "`established` if the direction is `improving`, `declining` or `stable`; `inconclusive` if more evaluations are needed for a direction; `none` if the slope is null.",
  }),
};

/** The schema of the largest slope that counts as no change. */
export const slopeMargin = z.number().min(0).max(Number.MAX_VALUE).nullable().meta({
  description:
    "`stable_margin` divided by the weeks from the first to the last point, in points per week; null if the slope is null.",
});
