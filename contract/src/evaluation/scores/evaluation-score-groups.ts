import * as z from "zod";
import { nameText } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";
import { groupTestReasons } from "../../domain/scores/versus-rest.ts";
import { maxScoreGroups } from "../../domain/scores/score-groups.ts";
import { coverage, exampleCoverage } from "../coverage-object.ts";
import { boundedProportion, exampleBounded, exampleProportion, proportion } from "../proportion-objects.ts";
import { count, pointsOrNull, scoreOrNull } from "../figure-fields.ts";

const maxGroupByCharacters = "metadata.".length + 1000;

/** The query member that selects how an evaluation's samples are grouped. */
export const groupByQuery = z
  .string()
  .max(maxGroupByCharacters)
  .refine((text) => text.length > maxGroupByCharacters || /^(?:tags|split|metadata\.[^]+)$/.test(text), {
    error: "must be tags, split or metadata.KEY",
  })
  .meta({
    description:
      "Adds `groups`: figures by `tags`, `split` or `metadata.KEY`, where KEY is a member of the samples' metadata.",
  });

const groupKey = z
  .union([
    z.string().max(limits.metadataBytes),
    z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE),
    z.boolean(),
  ])
  .nullable();

const interval = (description: string, bound: z.ZodNumber) =>
  z.tuple([bound, bound]).nullable().meta({ description });

const exampleGroup = {
  key: "chest_pain",
  samples: 2,
  coverage: exampleCoverage,
  mean: 66.66666666666667,
  ci95: null,
  n_clusters: 2,
  effective_n: 2,
  passed: exampleProportion,
  emergent_not_caught: exampleBounded,
  versus_rest: {
    change: -12.5,
    ci95: null,
    p_value: null,
    p_adjusted: null,
    reason: "too_few_clusters" as const,
  },
};

const versusRest = z
  .object({
    change: pointsOrNull(
      "Mean of the group − mean of all samples outside of the group, in points; null without scores.",
    ),
    ci95: interval(
      "95 % interval of the change, in points; null without a test.",
      z.number().min(-100).max(100),
    ),
    p_value: probability("Two-sided p-value of the change; null without a test."),
    p_adjusted: probability("The p-value after Holm's correction for the number of tested groups."),
    reason: z.enum(groupTestReasons).nullable().meta({
      description:
        "The cause if `p_value` is null. `no_scores`: the group, or the samples outside of it, have no score. `too_few_clusters`: the group, or the samples outside of it, have fewer than 5 clusters. `no_variation`: the scores do not vary between clusters. Null if `p_value` is not null.",
    }),
  })
  .meta({
    id: "GroupVersusRest",
    description: "A comparison of a group with all samples outside of the group (cluster-robust t test).",
    examples: [exampleGroup.versus_rest],
  });

function probability(description: string) {
  return z.number().min(0).max(1).nullable().meta({ description });
}

const scoreGroup = z
  .object({
    key: groupKey.meta({
      description:
        "The tag, split or metadata value that the samples share; null for samples without one, or with a list or an object.",
    }),
    samples: count("Number of samples in the group."),
    coverage: coverage.meta({ description: "Number of samples by status." }),
    mean: scoreOrNull("Mean automated score (0 to 100); null if no sample was scored."),
    ci95: interval(
      "95 % interval of the mean (0 to 100), which accounts for clusters; null if it is undefined.",
      z.number().min(0).max(100),
    ),
    n_clusters: count("Number of independent units among the scored samples: clusters, or samples."),
    effective_n: z.number().min(1).max(Number.MAX_SAFE_INTEGER).nullable().meta({
      description:
        "Number of independent samples that would contain as much information as these samples; null if no sample was scored.",
    }),
    passed: proportion.meta({
      description:
        "Share of the scored samples that passed; if there are several runs, the share of these samples' runs that passed.",
    }),
    emergent_not_caught: boundedProportion.optional().meta({
      description:
        "Share of missed emergencies in the group; if there are several runs, each run counts. Present if the groups have scores of a `triage_accuracy` evaluator, or if they have combined scores that include such an evaluator.",
    }),
    missed_flags: boundedProportion.optional().meta({
      description:
        "Share of the expected red flags that the outputs of the group do not report; if there are several runs, each run counts. Present if the groups have scores of a `red_flag_detection` evaluator, or if they have combined scores that include such an evaluator. Absent if results of an earlier version lack the flags.",
    }),
    versus_rest: versusRest,
  })
  .meta({
    id: "ScoreGroup",
    description: "The automated scores of samples that share a tag, a split or a metadata value.",
    examples: [exampleGroup],
  });

export const exampleScoreGroups = {
  by: "tags",
  evaluator: null,
  data: [exampleGroup],
  worst: null,
  lowest: "chest_pain",
  omitted: 0,
};

/** The schema of an evaluation's figures by group. */
export const scoreGroupsObject = z
  .object({
    by: z.string().max(maxGroupByCharacters).meta({ description: "The requested `group_by`." }),
    evaluator: nameText("Key of the requested evaluator; null for the combined scores.").nullable(),
    data: z.array(scoreGroup).max(maxScoreGroups).meta({
      description: "The largest groups, largest first. A sample is in the group of each of its tags.",
    }),
    worst: groupKey.meta({
      description:
        "Key of the group with the lowest mean among the groups that are significantly lower than the samples outside of the group (`p_adjusted` < 0.05); null if no group is. Samples without a key are not considered.",
    }),
    lowest: groupKey.meta({
      description: "Key of the group with the lowest mean. Samples without a key are not considered.",
    }),
    omitted: count(`Number of further groups. A response has at most ${maxScoreGroups} groups.`),
  })
  .meta({
    id: "ScoreGroups",
    description:
      "Automated scores by group, with a comparison of each group with all samples outside of the group.",
    examples: [exampleScoreGroups],
  });
