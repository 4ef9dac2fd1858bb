import * as z from "zod";
import { idOf, nameText } from "../../platform/common.ts";
import { dropTests, regressionSeverities } from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { count, day, score } from "../figure-fields.ts";

/** An example of a regression. */
export const exampleRegression = {
  date: "2026-02-24",
  evaluation: exampleIds.candidate,
  evaluation_name: "Nightly run of February 24",
  baseline: exampleIds.evaluation,
  baseline_name: "Nightly run of February 23",
  before: 86.8,
  after: 79.4,
  change: -7.4,
  severity: "moderate" as const,
  recovered: true,
  recovery_date: "2026-02-26",
  test: "mcnemar_exact" as const,
  n_paired: 68,
  p_value: 0.0126,
  p_adjusted: 0.0378,
};

const probability = (description: string) => z.number().min(0).max(1).meta({ description });

/** The schema of a drop with p < 0.05. */
export const regressionObject = z
  .object({
    date: day("Date of the evaluation with the lower score."),
    evaluation: idOf("evaluation"),
    evaluation_name: nameText("Name of the evaluation."),
    baseline: idOf("evaluation").meta({
      description: "The previous evaluation of the same dataset with the same evaluator settings.",
    }),
    baseline_name: nameText("Name of the previous evaluation."),
    before: score("Score of the previous evaluation."),
    after: score("Score of this evaluation."),
    change: z.number().min(-100).max(0).meta({ description: "The difference after − before, in points." }),
    severity: z.enum(regressionSeverities).meta({
      description:
        "Size of the drop. `minor`: below 5 points; `moderate`: below 10 points; `severe`: 10 points or more.",
    }),
    recovered: z
      .boolean()
      .meta({ description: "Whether a later evaluation in the same series reached `before` again." }),
    recovery_date: day(
      "Date of the first later evaluation that reached `before` again; null if no evaluation did.",
    ).nullable(),
    test: z.enum(dropTests).meta({
      description:
        "Paired test of the automated scores, as in a comparison. `welch` if the evaluations share no samples: Welch's t test of the mean effective scores, for drops of at least 5 points. If the scores within each evaluation are equal, the exact permutation test replaces it.",
    }),
    n_paired: count("Number of samples that both evaluations scored; 0 for `welch`."),
    p_value: probability("p-value of the test, which is below 0.05."),
    p_adjusted: probability(
      "p-value after Holm's correction for the number of `looks`. It is below 0.05 in `regressions`, but not in `suspected`.",
    ),
  })
  .meta({
    id: "Regression",
    description: "A drop from the score of the previous evaluation that is unlikely to be due to chance.",
    examples: [exampleRegression],
  });
