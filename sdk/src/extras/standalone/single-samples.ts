import { bounded } from "../../client/transport/bounded.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Samples } from "../samples-extras.ts";

/** Samples by themselves. */
export type SingleSamples = Samples;

/** Adds what the API has no operation for. */
export const extend = (samples: generated.Samples, transport: Transport): SingleSamples => ({
  ...samples,
  importOutputs: async (...values) =>
    (await import("./single-later.ts")).importOutputs([transport, bounded, samples], ...values),
});
