import * as z from "zod";
import { nameText, optional, reference, refuseProto } from "../../platform/common.ts";

const scalar = z
  .union([z.string().max(1000), z.number(), z.boolean(), z.null()])
  .meta({ description: "The value that the sample's metadata must have." });

const filterMetadata = z
  .preprocess<unknown, z.ZodRecord<z.ZodString, typeof scalar>, Record<string, z.input<typeof scalar>>>(
    (value, context) => {
      refuseProto(value, context);
      return value;
    },
    z.record(z.string().max(200), scalar).refine((values) => Object.keys(values).length <= 20, {
      error: "must have at most 20 members",
    }),
  )
  .meta({ description: "Only samples whose metadata have these values at these keys; at most 20." });

/** The samples of the dataset that an evaluation selects; all conditions must hold. */
export const sampleFilter = z
  .strictObject({
    ids: optional(
      z.array(reference("sample")).min(1).max(10_000).meta({ description: "Only these samples, by id." }),
    ),
    external_ids: optional(
      z
        .array(nameText("External id of a sample."))
        .min(1)
        .max(10_000)
        .meta({ description: "Only these samples, by external id." }),
    ),
    tags_any: optional(
      z
        .array(z.string().min(1).max(100).meta({ description: "A tag." }))
        .min(1)
        .max(50)
        .meta({ description: "Only samples with at least one of these tags." }),
    ),
    split: optional(z.string().min(1).max(100).meta({ description: "Only samples of this split." })),
    metadata: optional(filterMetadata),
    limit: optional(
      z
        .int()
        .min(1)
        .max(10_000_000)
        .meta({ description: "At most so many, a random subset drawn with `seed`." }),
    ),
    seed: optional(
      z
        .int()
        .min(0)
        .max(4_294_967_295)
        .meta({ description: "Seed of the random subset; default 0. Same seed, same subset." }),
    ),
  })
  .meta({
    id: "SampleFilter",
    description: "Which samples of the dataset are evaluated; conditions add up.",
    examples: [{ tags_any: ["cardiac"], limit: 50, seed: 7 }],
  });
