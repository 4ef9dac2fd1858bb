import { withTimeLimit } from "../../client/transport/time-limit.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Evaluations } from "../evaluations-extras.ts";

/** The standalone resource for evaluations. */
export type StandaloneEvaluations = Evaluations;

/** Adds the methods that are not operations of the API. */
export const extend = (evaluations: generated.Evaluations, transport: Transport): StandaloneEvaluations => ({
  ...evaluations,
  wait: async (...values) =>
    (await import("./standalone-lazy-methods.ts")).waitForEvaluation(
      [transport, withTimeLimit, evaluations],
      ...values,
    ),
});
