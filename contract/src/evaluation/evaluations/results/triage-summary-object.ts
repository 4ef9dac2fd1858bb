import * as z from "zod";
import { maxInvalidValues } from "../../../domain/triage/invalid-levels.ts";
import { count, runsAsObservations } from "../../figure-fields.ts";
import {
  boundedProportion,
  exampleBounded,
  exampleProportion as half,
  exampleNone as none,
  proportion,
} from "../../proportion-objects.ts";

const allAndAnswered = (what: string) =>
  z
    .object({
      all: proportion.meta({
        description: `Share of samples with ${what}, among all samples with a valid expected level.`,
      }),
      answered: proportion.meta({
        description: `Share of samples with ${what}, among the samples with a valid expected level and a valid level in the output.`,
      }),
    })
    .meta({ description: `Shares of samples with ${what}.` });

/** An example of a triage summary. */
export const exampleTriage = {
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
  recall: {
    emergent: half,
    routine: { ...none, denominator: 0, rate: null, ci95: null, n_clusters: 0, effective_n: null },
  },
  exact: { all: half, answered: half },
  under_triage: { all: half, answered: half },
  over_triage: {
    all: none,
    answered: none,
  },
  most_urgent: "emergent",
  emergent_not_caught: exampleBounded,
  emergent_under_triage: exampleBounded,
  kappa: 0,
  weighted_kappa: 0,
  kappa_n: 2,
  kappa_reason: null,
  invalid_answers: [],
  invalid_answers_other: 0,
  invalid_expected: [],
  invalid_expected_other: 0,
};

const invalidValue = z.string().max(101);
const earlier = "absent in results of earlier versions.";
const frequentFirst = `at most ${maxInvalidValues}, most frequent first;`;
const invalidAnswer = z
  .object({
    value: invalidValue.meta({ description: "The value in the output, cut after 100 characters." }),
    expected: z.string().max(100).meta({ description: "The expected level." }),
    count: count("Number of samples with this value and this expected level."),
  })
  .meta({
    id: "InvalidAnswer",
    description: "A value in outputs that is not a level on the scale.",
    examples: [{ value: "blue", expected: "urgent", count: 3 }],
  });
const invalidExpected = z
  .object({
    value: invalidValue.meta({ description: "The value in the expected answer, cut after 100 characters." }),
    count: count("Number of samples with this value."),
  })
  .meta({
    id: "InvalidExpectedLevel",
    description: "A value in expected answers that is not a level on the scale.",
    examples: [{ value: "purple", count: 2 }],
  });

/** The schema of a triage summary. */
export const triageSummary = z
  .object({
    levels: z.array(z.string().max(100)).max(20).meta({ description: "The levels, most urgent first." }),
    total: count("Number of samples with a valid expected level, with any response."),
    answered: count("Number of samples with a valid expected level and a valid level in the output."),
    no_answer: count("Number of samples with a valid expected level, but without a level in the output."),
    invalid_level: count(
      "Number of samples with a valid expected level, but with a level outside the scale in the output.",
    ),
    missing_output: count("Number of samples with a valid expected level, but without a recorded output."),
    errored: count("Number of errored samples with a valid expected level."),
    unknown_expected: count(
      "Number of samples whose expected level is missing or outside the scale; all figures exclude them.",
    ),
    confusion: z.record(z.string().max(100), z.record(z.string().max(100), z.int().min(0))).meta({
      description:
        "Number of samples by expected level and response. A response is a level, `no_answer`, `invalid_level`, `missing_output` or `errored`.",
    }),
    recall: z.record(z.string().max(100), proportion).meta({
      description:
        "Recall by level: among the samples that expect the level, the share with exactly this level in the output.",
    }),
    exact: allAndAnswered("exactly the expected level"),
    under_triage: allAndAnswered("a level less urgent than expected"),
    over_triage: allAndAnswered("a level more urgent than expected"),
    most_urgent: z
      .string()
      .max(100)
      .meta({ description: "The first level, which the `emergent_…` figures cover." }),
    emergent_not_caught: boundedProportion.meta({
      description:
        "Among the samples that expect the most urgent level, the share with a response that is not this level (less urgent, none, invalid, missing or errored).",
    }),
    emergent_under_triage: boundedProportion.meta({
      description: "Among the samples that expect the most urgent level, the share with a less urgent level.",
    }),
    kappa: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .meta({ description: "Cohen's kappa over samples with a valid level; null if undefined." }),
    weighted_kappa: z.number().min(-1).max(1).nullable().meta({
      description:
        "Quadratic-weighted kappa over samples with a valid level, weighted by index in `levels`; null if undefined.",
    }),
    kappa_n: count("Number of samples that the kappas cover."),
    kappa_reason: z
      .string()
      .max(500)
      .nullable()
      .meta({ description: "Reason why the kappas are null; null if they are defined." }),
    invalid_answers: z
      .array(invalidAnswer)
      .max(maxInvalidValues)
      .meta({ description: `Values outside the scale in outputs: ${frequentFirst} ${earlier}` })
      .optional(),
    invalid_answers_other: count(
      `Number of samples with another value outside the scale in the output; ${earlier}`,
    ).optional(),
    invalid_expected: z
      .array(invalidExpected)
      .max(maxInvalidValues)
      .meta({ description: `Values outside the scale in expected answers: ${frequentFirst} ${earlier}` })
      .optional(),
    invalid_expected_other: count(
      `Number of samples with another value outside the scale in the expected answer; ${earlier}`,
    ).optional(),
  })
  .meta({
    id: "TriageSummary",
    description: `A triage summary for safety evaluation. Every share has a denominator and an interval. ${runsAsObservations}`,
    examples: [exampleTriage],
  });
