import * as z from "zod";
import { idOf } from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";

const exampleStatistics = {
  object: "reviewer_statistics" as const,
  reviewer: exampleIds.reviewer,
  period: "30d",
  completed: 42,
  avg_duration_seconds: 93.5,
  duration_count: 40,
  median_active_seconds: 41.5,
  active_count: 38,
  override_rate: 0.11904761904761904,
  override_count: 5,
  consensus_agreement: 0.875,
  consensus_count: 64,
};

const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description });
const count = (description: string) => z.int().min(0).meta({ description });

/** The schema of a reviewer's statistics in responses. */
export const reviewerStatistics = z
  .object({
    object: z.literal("reviewer_statistics").meta({ description: "Always `reviewer_statistics`." }),
    reviewer: idOf("reviewer"),
    period: z.string().max(10).meta({ description: "The requested period, counted back from now." }),
    completed: count("Number of reviews first submitted in the period."),
    avg_duration_seconds: z.number().min(0).max(Number.MAX_VALUE).nullable().meta({
      description:
        "Mean time in seconds from the claim of a task to its first review, or between consecutive reviews; null if `duration_count` is 0.",
    }),
    duration_count: count(
      "Number of reviews that the mean duration covers: the reviews that were submitted during a claim.",
    ),
    median_active_seconds: z.number().min(0).max(86_400).nullable().meta({
      description:
        "Median of the `active_seconds` of the latest revisions (interpolated between the two middle values); null if `active_count` is 0.",
    }),
    active_count: count("Number of completed reviews whose latest revision has `active_seconds`."),
    override_rate: share("override_count / completed (0 to 1); null if there are no completed reviews."),
    override_count: count("Number of completed reviews that currently override the automated score."),
    consensus_agreement: share(
      "Share of grades equal to the majority of co-raters for the same sample and dimension (0 to 1). Ties are excluded. Null if `consensus_count` is 0.",
    ),
    consensus_count: count("Number of grades for which the co-raters have a majority."),
  })
  .meta({
    id: "ReviewerStatistics",
    description: "A reviewer's statistics for a period.",
    examples: [exampleStatistics],
  });
