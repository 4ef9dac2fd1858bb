import * as z from "zod";
import { maxPooledNames } from "../../../domain/pooled/pooled-figures.ts";
import { count, runsAsObservations } from "../../figure-fields.ts";
import {
  boundedProportion,
  exampleBounded,
  exampleProportion,
  proportion,
} from "../../proportion-objects.ts";

const rate = z.number().min(0).max(1);
const rateInterval = z.tuple([rate, rate]).nullable();

const exampleName = {
  expected: 2,
  found: 1,
  missed: exampleBounded,
  false_alarms: 1,
  sensitivity: exampleProportion,
  precision: exampleProportion,
};
const pooledName = z
  .object({
    expected: count("Number of times that the item is expected."),
    found: count("Number of times that the item is expected and reported."),
    missed: boundedProportion.meta({ description: "Share of the expected items that are not reported." }),
    false_alarms: count("Number of times that the item is reported but not expected."),
    sensitivity: proportion.meta({ description: "Share of the expected items that are reported." }),
    precision: proportion.meta({ description: "Share of the reported items that are expected." }),
  })
  .meta({
    id: "PooledItem",
    description: "Figures of one flag or symptom over all samples.",
    examples: [exampleName],
  });

const examplePooled = {
  samples: 2,
  not_applicable: 0,
  unknown_expected: 0,
  errored: 0,
  expected: 2,
  found: 1,
  missed_count: 1,
  false_alarms: 1,
  sensitivity: exampleProportion,
  precision: exampleProportion,
  missed: exampleBounded,
  f1: 0.5,
  f1_ci95: [0, 1] as [number, number],
  false_alarms_per_sample: { count: 1, samples: 2, rate: 0.5, ci95: [0, 6.853102] as [number, number] },
  samples_missed: exampleBounded,
  truncated: false,
};

const falseAlarmsPerSample = z
  .object({
    count: count("Number of reported items that are not expected."),
    samples: count("Number of samples."),
    rate: z.number().min(0).max(Number.MAX_SAFE_INTEGER).nullable().meta({
      description: "count / samples; null if there are no samples.",
    }),
    ci95: z
      .tuple([z.number().min(0).max(Number.MAX_SAFE_INTEGER), z.number().min(0).max(Number.MAX_SAFE_INTEGER)])
      .nullable()
      .meta({
        description:
          "95 % interval of `rate` (Student's t over clusters); null with fewer than 2 clusters or without variation.",
      }),
  })
  .meta({ description: "Reported items that are not expected, per sample." });

/** The fields that all pooled figures have. @param items the kind of items, in the plural. */
const pooledShape = (items: string) => ({
  samples: count(
    "Number of samples with a readable expectation in scope. If their output is missing, invalid or errored, every expected item counts as missed.",
  ),
  not_applicable: count("Number of samples whose expected items are all out of scope."),
  unknown_expected: count("Number of samples without a readable expectation; the figures exclude them."),
  errored: count("Number of errored samples among `samples`."),
  expected: count(`Number of expected ${items}.`),
  found: count(`Number of expected ${items} that are reported.`),
  missed_count: count(`Number of expected ${items} that are not reported.`),
  false_alarms: count(`Number of reported ${items} that are not expected.`),
  sensitivity: proportion.meta({ description: `Share of the expected ${items} that are reported.` }),
  precision: proportion.meta({ description: `Share of the reported ${items} that are expected.` }),
  missed: boundedProportion.meta({ description: `Share of the expected ${items} that are not reported.` }),
  f1: rate.nullable().meta({
    description: `F1 over all ${items} (0 to 1): 2·found / (2·found + missed + false alarms); null if none is expected or reported.`,
  }),
  f1_ci95: rateInterval.meta({
    description:
      "95 % interval of `f1` (Student's t over clusters, within 0 to 1); null with fewer than 2 clusters or without variation.",
  }),
  false_alarms_per_sample: falseAlarmsPerSample,
  samples_missed: boundedProportion.meta({
    description: `Among the samples that expect ${items}, the share in which at least one of them is not reported.`,
  }),
  truncated: z
    .boolean()
    .meta({ description: `Whether there are more than ${maxPooledNames} different ${items}.` }),
});

const namedFigures = (items: string) =>
  z.record(z.string().max(101), pooledName).meta({
    description: `Figures by name, of the ${maxPooledNames} ${items} that are expected most often.`,
  });

/** An example of the pooled figures of red flags. */
export const exampleRedFlags = {
  ...examplePooled,
  escalation: { missed: exampleBounded, unnecessary: exampleProportion },
  by_flag: { rigors: exampleName },
};

/** The schema of the pooled figures of red flags. */
export const redFlagFigures = z
  .object({
    ...pooledShape("flags"),
    escalation: z
      .object({
        missed: boundedProportion.meta({
          description:
            "Among the samples that expect an escalation, the share whose output does not escalate.",
        }),
        unnecessary: proportion.meta({
          description: "Among the samples that expect no escalation, the share whose output escalates.",
        }),
      })
      .meta({ description: "Escalations." }),
    by_flag: namedFigures("flags"),
  })
  .meta({
    id: "RedFlagFigures",
    description: `Figures over all red flags of an evaluation's samples, from automated results. ${runsAsObservations}`,
    examples: [exampleRedFlags],
  });

/** An example of the pooled figures of symptoms. */
export const exampleSymptoms = {
  ...examplePooled,
  polarity_errors: exampleProportion,
  mean_f1: 0.5,
  by_symptom: { fever: exampleName },
};

/** The schema of the pooled figures of symptoms. */
export const symptomFigures = z
  .object({
    ...pooledShape("symptoms"),
    polarity_errors: proportion.meta({
      description: "Share of the expected symptoms that are reported with the opposite polarity.",
    }),
    mean_f1: rate.nullable().meta({
      description:
        "Mean of the samples' F1 (0 to 1), over samples in which a symptom is expected or reported; null without such a sample.",
    }),
    by_symptom: namedFigures("symptoms"),
  })
  .meta({
    id: "SymptomFigures",
    description: `Figures over all symptoms of an evaluation's samples, from automated results. ${runsAsObservations}`,
    examples: [exampleSymptoms],
  });
