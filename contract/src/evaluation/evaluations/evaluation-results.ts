import * as z from "zod";

const count = (description: string) => z.int().min(0).meta({ description });
const percent = (description: string) => z.number().min(0).max(100).nullable().meta({ description });
const evaluatorKey = z.string().max(200);
const interval = z
  .tuple([z.number().min(0).max(1), z.number().min(0).max(1)])
  .nullable()
  .meta({ description: "95 % Wilson interval, 0 to 1; null if the denominator is 0." });

const proportionShape = {
  numerator: count("Numerator."),
  denominator: count("Denominator."),
  rate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: "numerator / denominator, 0 to 1; null if the denominator is 0." }),
  ci95: interval,
};
const half = {
  numerator: 1,
  denominator: 2,
  rate: 0.5,
  ci95: [0.09453120573423063, 0.9054687942657694] as [number, number],
};

const proportion = z
  .object(proportionShape)
  .meta({ id: "Proportion", description: "A share with its denominator and interval.", examples: [half] });

const boundedProportion = z
  .object({
    ...proportionShape,
    upper95: z.number().min(0).max(1).nullable().meta({
      description: "One-sided 95 % Clopper-Pearson upper bound, 0 to 1; null if the denominator is 0.",
    }),
  })
  .meta({
    id: "BoundedProportion",
    description: "A share with its denominator, interval and upper bound.",
    examples: [{ ...half, upper95: 0.974679434480896 }],
  });

const allAndAnswered = (what: string) =>
  z
    .object({
      all: proportion.meta({ description: `${what}, over all samples with a valid expected level.` }),
      answered: proportion.meta({
        description: `${what}, over the samples with a valid level in the output.`,
      }),
    })
    .meta({ description: `${what}.` });

const exampleTriage = {
  levels: ["emergent", "routine"],
  total: 2,
  answered: 2,
  no_answer: 0,
  invalid_level: 0,
  missing_output: 0,
  errored: 0,
  unknown_expected: 0,
  confusion: {
    emergent: { emergent: 1, routine: 1, no_answer: 0, invalid_level: 0, missing_output: 0, errored: 0 },
    routine: { emergent: 0, routine: 0, no_answer: 0, invalid_level: 0, missing_output: 0, errored: 0 },
  },
  recall: { emergent: half, routine: { numerator: 0, denominator: 0, rate: null, ci95: null } },
  exact: { all: half, answered: half },
  under_triage: { all: half, answered: half },
  over_triage: {
    all: { numerator: 0, denominator: 2, rate: 0, ci95: [0, 0.6576198] as [number, number] },
    answered: { numerator: 0, denominator: 2, rate: 0, ci95: [0, 0.6576198] as [number, number] },
  },
  most_urgent: "emergent",
  emergent_not_caught: { ...half, upper95: 0.974679434480896 },
  emergent_under_triage: { ...half, upper95: 0.974679434480896 },
  kappa: 0,
  weighted_kappa: 0,
  kappa_n: 2,
  kappa_reason: null,
};

const triageSummary = z
  .object({
    levels: z.array(z.string().max(100)).max(20).meta({ description: "Levels, most urgent first." }),
    total: count("Samples with a valid expected level, with any response."),
    answered: count("Of these, with a valid level in the output."),
    no_answer: count("Of these, without a level in the output."),
    invalid_level: count("Of these, with a level outside the scale."),
    missing_output: count("Of these, without a recorded output."),
    errored: count("Of these, errored."),
    unknown_expected: count(
      "Samples whose expected level is missing or outside the scale, excluded from all figures.",
    ),
    confusion: z.record(z.string().max(100), z.record(z.string().max(100), z.int().min(0))).meta({
      description:
        "Expected level → response (a level, no_answer, invalid_level, missing_output, errored) → count.",
    }),
    recall: z
      .record(z.string().max(100), proportion)
      .meta({ description: "Recall by level: exact levels over all samples that expect this level." }),
    exact: allAndAnswered("Level exactly as expected"),
    under_triage: allAndAnswered("Level less urgent than expected"),
    over_triage: allAndAnswered("Level more urgent than expected"),
    most_urgent: z
      .string()
      .max(100)
      .meta({ description: "The level of the two `emergent_…` figures: the first." }),
    emergent_not_caught: boundedProportion.meta({
      description:
        "Most urgent samples with another response (less urgent, none, invalid, missing or errored), over all of them.",
    }),
    emergent_under_triage: boundedProportion.meta({
      description: "Most urgent samples with a less urgent level, over all of them.",
    }),
    kappa: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .meta({ description: "Cohen's kappa over samples with a valid level; null if undefined." }),
    weighted_kappa: z.number().min(-1).max(1).nullable().meta({
      description:
        "Quadratic-weighted kappa over samples with a valid level, by index in `levels`; null if undefined.",
    }),
    kappa_n: count("Number of samples behind the kappas."),
    kappa_reason: z
      .string()
      .max(500)
      .nullable()
      .meta({ description: "Cause of null kappas; null if they are defined." }),
  })
  .meta({
    id: "TriageSummary",
    description: "Triage scored for safety: every share with its denominator and interval.",
    examples: [exampleTriage],
  });

export const exampleCoverage = { scored: 2, errored: 0, skipped: 0, total: 2 };

/** Sample counts by status. */
export const coverage = z
  .object({
    scored: count("Samples with a score."),
    errored: count("Samples that errored, excluded from means."),
    skipped: count("Samples skipped for a stated reason, excluded from means."),
    total: count("All samples: scored + errored + skipped."),
  })
  .meta({
    id: "Coverage",
    description: "The coverage of the adjacent figures.",
    examples: [exampleCoverage],
  });

export const exampleResults = {
  aggregate_score: 66.66666666666667,
  weighted_aggregate: 66.66666666666667,
  aggregate: 66.66666666666667,
  pass_rate: 50,
  sample_count: 2,
  by_evaluator: { triage_accuracy: 66.66666666666667 },
  coverage: exampleCoverage,
  coverage_by_evaluator: { triage_accuracy: exampleCoverage },
  distributions: { triage_accuracy: { correct: 1, under_triage: 1, over_triage: 0 } },
  flagged_samples: 1,
  triage: exampleTriage,
};

/** The aggregated results of a completed evaluation. */
export const evaluationResults = z
  .object({
    aggregate_score: percent("The same as `weighted_aggregate`."),
    weighted_aggregate: percent(
      "Mean of the samples' combined scores by evaluator weight, 0 to 100; null: none scored.",
    ),
    aggregate: percent("The same with equal weights."),
    pass_rate: percent("Samples that passed every evaluator with a score, in percent of `sample_count`."),
    sample_count: count("Samples with a combined score: the denominator of the figures above."),
    by_evaluator: z
      .record(evaluatorKey, percent("Mean score, 0 to 100; null: none scored."))
      .meta({ description: "Evaluator → mean score." }),
    coverage: coverage.meta({
      description:
        "Over samples: scored with a combined score; errored without one if an evaluator errored; else skipped.",
    }),
    coverage_by_evaluator: z
      .record(evaluatorKey, coverage)
      .meta({ description: "Evaluator → its coverage." }),
    distributions: z
      .record(evaluatorKey, z.record(z.string().max(200), z.int().min(0)))
      .meta({ description: "Evaluator → classification → count of scored samples." }),
    flagged_samples: count("Distinct samples with a flagged result."),
    triage: triageSummary
      .optional()
      .meta({ description: "Present if `triage_accuracy` ran; of the first such evaluator." }),
    triage_by_evaluator: z
      .record(evaluatorKey, triageSummary)
      .optional()
      .meta({ description: "Present if several `triage_accuracy` evaluators ran: evaluator → its summary." }),
  })
  .meta({
    id: "EvaluationResults",
    description: "The aggregated results of a completed evaluation.",
    examples: [exampleResults],
  });

/** The results of an evaluation, as stored. */
export type StoredResults = z.output<typeof evaluationResults>;
