import { withTimeLimit } from "../../client/transport/time-limit.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { ControlEvidence } from "../control-evidence-extras.ts";

/** The standalone resource for proofs of the evidence log. */
export type StandaloneControlEvidence = ControlEvidence;

/** Adds the methods that are not operations of the API. */
export const extend = (
  evidence: generated.ControlEvidence,
  transport: Transport,
): StandaloneControlEvidence => ({
  ...evidence,
  export: async (...values) =>
    (await import("./standalone-lazy-methods.ts")).exportEvidence(
      [transport, withTimeLimit, evidence],
      ...values,
    ),
});
