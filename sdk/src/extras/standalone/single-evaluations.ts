import { bounded } from "../../client/transport/bounded.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Evaluations } from "../evaluations-extras.ts";

/** Evaluations by themselves. */
export type SingleEvaluations = Evaluations;

/** Adds what the API has no operation for. */
export const extend = (evaluations: generated.Evaluations, transport: Transport): SingleEvaluations => ({
  ...evaluations,
  wait: async (...values) =>
    (await import("./single-later.ts")).waitForEvaluation([transport, bounded, evaluations], ...values),
});
