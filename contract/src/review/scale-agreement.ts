import * as z from "zod";

const anyNumber = z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE);
const range = (description: string) => z.tuple([anyNumber, anyNumber]).meta({ description });

const exampleLimits = {
  n: 17,
  bias: -2.1,
  sd: 38.8,
  lower: -78.1,
  upper: 73.9,
  bias_ci95: [-22, 17.8] as [number, number],
  lower_ci95: [-112.9, -43.3] as [number, number],
  upper_ci95: [39.1, 108.6] as [number, number],
};

/** The schema of the limits of agreement between two raters of a scale. */
export const blandAltman = z
  .object({
    n: z.int().min(3).meta({ description: "Number of samples that both raters graded." }),
    bias: anyNumber.meta({ description: "Mean difference: the second rater's grade minus the first's." }),
    sd: anyNumber.min(0).meta({ description: "Sample standard deviation of the differences." }),
    lower: anyNumber.meta({ description: "Lower limit of agreement: bias − 1.96 · sd." }),
    upper: anyNumber.meta({ description: "Upper limit of agreement: bias + 1.96 · sd." }),
    bias_ci95: range("95 % interval of the bias."),
    lower_ci95: range("95 % interval of the lower limit."),
    upper_ci95: range("95 % interval of the upper limit."),
  })
  .meta({
    id: "BlandAltman",
    description: "Bland and Altman's limits of agreement, in the unit of the scale.",
    examples: [exampleLimits],
  });

const exampleIcc = {
  value: 0.29,
  ci95: [0.019, 0.761] as [number, number],
  n_samples: 6,
  n_raters: 4,
  reason: null,
};

/** The schema of the intraclass correlation of the raters of a scale. */
export const iccA1 = z
  .object({
    value: anyNumber.max(1).nullable().meta({ description: "The coefficient; null if undefined." }),
    ci95: range("95 % F interval; null if undefined.").nullable(),
    n_samples: z
      .int()
      .min(0)
      .meta({ description: "Number of samples that all raters graded, on which the coefficient is based." }),
    n_raters: z.int().min(0).meta({ description: "Number of raters with a grade in the period." }),
    reason: z
      .string()
      .max(500)
      .nullable()
      .meta({ description: "Reason for a null coefficient; null if it is defined." }),
  })
  .meta({
    id: "IccA1",
    description:
      "Intraclass correlation ICC(A,1): the absolute agreement of single grades, after McGraw and Wong.",
    examples: [exampleIcc],
  });
