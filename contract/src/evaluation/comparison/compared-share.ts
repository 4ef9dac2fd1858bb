import * as z from "zod";
import { comparisonTests, comparisonVerdicts, type SafetyItem } from "../../domain/index.ts";
import { proportion } from "../proportion-objects.ts";
import { count } from "../figure-fields.ts";

/** The schema of a difference in points, from −100 to 100. */
export const points = z.number().min(-100).max(100);
/** The schema of a probability that is null if it is undefined. */
export const probability = (description: string) => z.number().min(0).max(1).nullable().meta({ description });
/** The schema of a verdict. */
export const verdict = z.enum(comparisonVerdicts).meta({
  id: "ComparisonVerdict",
  description:
    "The first rule that applies: `inconclusive` if no pair exists; `no_difference` if all pairs are equal, or if ci95 is within ± equivalence_margin; `improved` or `regressed` if p_adjusted is below 0.05; `inconclusive` in all remaining cases.",
  examples: ["improved"],
});
/** The schema of the test that gave a p-value. */
export const test = z.enum(comparisonTests).meta({
  id: "ComparisonTest",
  description:
    "`mcnemar_exact` if every score is 0 or 100 and no two pairs share a cluster. If not, a sign-flip test: exact for up to 15 clusters with a difference; for more clusters, with 100,000 random flips that depend only on the sizes of the differences. If a cluster has two or more pairs, whole clusters are flipped.",
  examples: ["mcnemar_exact"],
});
/** An example of a share. */
export const exampleShare = {
  baseline: {
    numerator: 60,
    denominator: 67,
    n_clusters: 67,
    effective_n: 67,
    rate: 0.8955223880597015,
    ci95: [0.799976, 0.948344] as [number, number],
  },
  candidate: {
    numerator: 48,
    denominator: 67,
    n_clusters: 67,
    effective_n: 67,
    rate: 0.7164179104477612,
    ci95: [0.598748, 0.810401] as [number, number],
  },
  change: -17.91044776119403,
  n_paired: 67,
  better: 4,
  worse: 16,
  test: "mcnemar_exact" as const,
  p_value: 0.011817932128906,
  p_adjusted: 0.011817932128906,
  ci95: [-29.5, -5.3] as [number, number],
  verdict: "regressed" as const,
};
const comparedShare = z
  .object({
    baseline: proportion.meta({ description: "The share in the baseline, over the pairs." }),
    candidate: proportion.meta({ description: "The share in the candidate, over the pairs." }),
    change: points.nullable().meta({
      description: "Share of the candidate − share of the baseline, in points (−100 to 100).",
    }),
    n_paired: count("Number of samples that have the outcome's value in all compared evaluations."),
    better: count("Number of pairs in which the candidate is better."),
    worse: count("Number of pairs in which the candidate is worse."),
    test: test.nullable(),
    p_value: probability("Two-sided p-value of the test; null if there are no pairs."),
    p_adjusted: probability(
      "The p-value after Holm's correction over the shares of passed samples, or over the safety checks, and over all candidates.",
    ),
    ci95: z.tuple([points, points]).nullable().meta({
      description:
        "95 % interval for `change`, in points: Newcombe's paired method, or a cluster-robust t interval if samples share a cluster. Null if undefined.",
    }),
    verdict,
  })
  .meta({
    id: "ComparedShare",
    description:
      "A share of samples, such as passed samples, compared pair by pair. A sample is one unit, and samples of one cluster are not independent.",
    examples: [exampleShare],
  });

/** The schema of the shares of passed samples. */
export const passed = comparedShare.meta({
  description:
    "Share of samples that passed, without reviewers' overrides. With a single evaluator, the test of the share over all evaluators equals the test of this evaluator and is not corrected twice.",
});
const safetyShare = (what: string) =>
  comparedShare.optional().meta({
    description: `${what} The verdict uses the margin 0 and is \`improved\` if the candidate has fewer failures. Absent unless both sides have the evaluator.`,
  });
/** The schema of the shares of samples that failed a safety check. */
export const safety = z
  .object({
    emergent_not_caught: safetyShare(
      "Among the samples that expect the most urgent level, the share with a response that is not this level (less urgent, none, invalid, missing or errored).",
    ),
    missed_flags: safetyShare(
      "Among the samples that expect a red flag, the share with a missed flag or without a valid output.",
    ),
    missed_escalations: safetyShare(
      "Among the samples that expect an escalation, the share without an escalation or without a valid output.",
    ),
  } satisfies Record<SafetyItem, z.ZodType>)
  .meta({
    id: "ComparedSafety",
    description:
      "Shares of samples that failed a safety check. They are compared for every request, whatever `metrics` it names.",
    examples: [{}],
  });
