import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idempotencyHeaders, optional, reference, withDefault } from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { periodText } from "../review-period.ts";
import { alphaMetric, dimensionName, reliability } from "./reliability-object.ts";

const reliabilityBody = z
  .strictObject({
    project: reference("project"),
    dimension: dimensionName.meta({ description: "Id of the rubric dimension on which to compare grades." }),
    period: withDefault(periodText, "30d"),
    rubric: optional(reference("rubric", "The rubric; required if several rubrics have the dimension.")),
    alpha_metric: optional(
      alphaMetric.meta({
        description:
          "Distance for Krippendorff's alpha. Default: `interval` for scales, `ordinal` for ordered dimensions, otherwise `nominal`. Ordered dimensions also accept `nominal`; scales accept every distance.",
      }),
    ),
    include_unblinded: withDefault(
      z.boolean().meta({
        description:
          "Whether reviews of tasks that are not blind are included in addition to blind reviews. The authors of these reviews may have seen the reviews of other reviewers. Default false.",
      }),
      false,
    ),
  })
  .meta({
    id: "MeasureReliability",
    description: "The dimension and the period to analyze.",
    examples: [{ project: exampleIds.project, dimension: "accuracy", period: "90d" }],
  });

/** A validated request for a reliability analysis. */
export type MeasureReliabilityBody = z.output<typeof reliabilityBody>;

/** `POST /v1/reviews/reliability`, which is one of the review routes. */
export const reliabilityRoute = route({
  method: "POST",
  path: "/v1/reviews/reliability",
  summary: "Measure the agreement of reviewers",
  description:
    "Measures agreement over samples that at least two reviewers graded in the period. In blind tasks, the last revision without `after_reveal` is used; in tasks that are not blind, the latest revision is used. 422 if fewer than two samples have grades of two reviewers, or if there are more than 20,000,000 pairs of grades of the same sample.",
  headers: idempotencyHeaders,
  body: reliabilityBody,
  responses: answers({ 200: reliability }, 409, 422),
  metadata: {
    operationId: "measureReliability",
    tag: "Reviews",
    scope: "reviews:read",
    sdk: "reviews.reliability",
  },
});
