import { bounded } from "../../client/transport/bounded.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { ControlEvidence } from "../control-evidence-extras.ts";

/** Proofs of the evidence log by themselves. */
export type SingleControlEvidence = ControlEvidence;

/** Adds what the API has no operation for. */
export const extend = (evidence: generated.ControlEvidence, transport: Transport): SingleControlEvidence => ({
  ...evidence,
  export: async (...values) =>
    (await import("./single-later.ts")).exportEvidence([transport, bounded, evidence], ...values),
});
