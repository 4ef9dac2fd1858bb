import * as z from "zod";
import { limits } from "../../../platform/limits.ts";
import { exampleProportion, proportion } from "../../proportion-objects.ts";

/** An example of the variation between runs. */
export const exampleRepeats = {
  runs: 5,
  flip_rate: exampleProportion,
  pass_at: { "1": 0.4, "2": 0.7, "5": 1 },
  pass_all: { "1": 0.4, "2": 0.1, "5": 0 },
  sd_within: 12.5,
  sd_between: 8.25,
};

const byRuns = (description: string) =>
  z
    .record(
      z.string().max(3).meta({ description: "The number of runs k." }),
      z
        .number()
        .min(0)
        .max(1)
        .nullable()
        .meta({ description: "A probability; null if no sample was scored." }),
    )
    .meta({ description });

const deviation = (description: string) => z.number().min(0).max(100).nullable().meta({ description });

/** The schema of the variation between the runs of an evaluation. */
export const repeats = z
  .object({
    runs: z.int().min(2).max(limits.runs).meta({ description: "Number of runs of each sample." }),
    flip_rate: proportion.meta({
      description: "Among the scored samples, the share in which some runs passed and other runs did not.",
    }),
    pass_at: byRuns(
      "Estimated probability that at least one of k runs passes (pass@k), as the mean over the scored samples, for k = 1, 2, 5, 10 and the number of runs. Numbers above the number of runs are absent.",
    ),
    pass_all: byRuns(
      "Estimated probability that all of k runs pass, as the mean over the scored samples, for the same k as `pass_at`.",
    ),
    sd_within: deviation(
      "Standard deviation of the scores of one sample's runs, pooled over the scored samples, in points; null if no sample was scored.",
    ),
    sd_between: deviation(
      "Standard deviation between samples, in points: the square root of the variance of the samples' mean scores − sd_within² / runs, at least 0. Null with fewer than 2 scored samples.",
    ),
  })
  .meta({
    id: "EvaluationRepeats",
    description:
      "How much automated results vary between runs of the same samples. Overrides do not change it.",
    examples: [exampleRepeats],
  });
