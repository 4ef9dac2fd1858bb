import * as z from "zod";
import { count } from "./figure-fields.ts";

const interval = z
  .tuple([z.number().min(0).max(1), z.number().min(0).max(1)])
  .nullable()
  .meta({
    description: "95 % Wilson interval at the effective sample size (0 to 1); null if the denominator is 0.",
  });

const proportionShape = {
  numerator: count("Numerator."),
  denominator: count("Denominator."),
  n_clusters: count("Number of independent units: clusters, or samples if no two of them share a cluster."),
  effective_n: z.number().min(1).max(Number.MAX_SAFE_INTEGER).nullable().meta({
    description:
      "Number of independent samples that would contain as much information as these samples (1 to the denominator). Equal to the denominator if no samples share a cluster; null if the denominator is 0.",
  }),
  rate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: "numerator / denominator (0 to 1); null if the denominator is 0." }),
  ci95: interval,
};
/** An example of a share. */
export const exampleProportion = {
  numerator: 1,
  denominator: 2,
  rate: 0.5,
  ci95: [0.09453120573423063, 0.9054687942657694] as [number, number],
  n_clusters: 2,
  effective_n: 2,
};
/** An example of a share of 0. */
export const exampleNone = {
  numerator: 0,
  denominator: 2,
  rate: 0,
  ci95: [0, 0.6576198] as [number, number],
  n_clusters: 2,
  effective_n: 2,
};

/** The schema of a share. */
export const proportion = z.object(proportionShape).meta({
  id: "Proportion",
  description: "A share with its denominator and interval. Samples in the same cluster count as dependent.",
  examples: [exampleProportion],
});

/** An example of a share that must stay small. */
export const exampleBounded = { ...exampleProportion, upper95: 0.974679434480896 };

/** The schema of a share that must stay small. */
export const boundedProportion = z
  .object({
    ...proportionShape,
    upper95: z.number().min(0).max(1).nullable().meta({
      description:
        "One-sided 95 % Clopper-Pearson upper bound at the effective sample size (0 to 1). If samples share a cluster, at least the bound for 0 failures in as many samples as there are clusters. Null if the denominator is 0.",
    }),
  })
  .meta({
    id: "BoundedProportion",
    description: "A share with its denominator, interval and upper bound.",
    examples: [exampleBounded],
  });
