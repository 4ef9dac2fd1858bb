import * as z from "zod";
import { nameText, optional, reference, refusingProto } from "../../platform/common.ts";

const scalar = z
  .union([z.string().max(1000), z.number(), z.boolean(), z.null()])
  .meta({ description: "The required metadata value." });

const filterMetadata = refusingProto(
  z.record(z.string().max(200), scalar).refine((values) => Object.keys(values).length <= 20, {
    error: "must have at most 20 members",
  }),
).meta({ description: "Filter by metadata values (at most 20 keys)." });

/** The schema of the conditions that select an evaluation's samples. All conditions must hold. */
export const sampleFilter = z
  .strictObject({
    ids: optional(
      z.array(reference("sample")).min(1).max(10_000).meta({ description: "Filter by sample id." }),
    ),
    external_ids: optional(
      z
        .array(nameText("External id of a sample."))
        .min(1)
        .max(10_000)
        .meta({ description: "Filter by external id." }),
    ),
    tags_any: optional(
      z
        .array(z.string().min(1).max(100).meta({ description: "A tag." }))
        .min(1)
        .max(50)
        .meta({ description: "Filter by tags. A sample must have at least one of them." }),
    ),
    split: optional(z.string().min(1).max(100).meta({ description: "Filter by split." })),
    metadata: optional(filterMetadata),
    limit: optional(
      z.int().min(1).max(10_000_000).meta({
        description:
          "Maximum number of samples. If more samples match, a random subset is drawn with `seed`.",
      }),
    ),
    seed: optional(
      z.int().min(0).max(4_294_967_295).meta({
        description: "Seed for the random subset; default 0. Equal seeds select equal subsets.",
      }),
    ),
  })
  .meta({
    id: "SampleFilter",
    description: "Selects samples from the dataset. All conditions must hold.",
    examples: [{ tags_any: ["cardiac"], limit: 50, seed: 7 }],
  });
