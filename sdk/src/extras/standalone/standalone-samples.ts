import { withTimeLimit } from "../../client/transport/time-limit.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Samples } from "../samples-extras.ts";

/** The standalone resource for samples. */
export type StandaloneSamples = Samples;

/** Adds the methods that are not operations of the API. */
export const extend = (samples: generated.Samples, transport: Transport): StandaloneSamples => ({
  ...samples,
  importOutputs: async (...values) =>
    (await import("./standalone-lazy-methods.ts")).importOutputs(
      [transport, withTimeLimit, samples],
      ...values,
    ),
});
