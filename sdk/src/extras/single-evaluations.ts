import { bounded } from "../bounded.ts";
import type * as generated from "../generated/resources.ts";
import type { Transport } from "../transport.ts";
import type { Evaluations } from "./evaluations.ts";

/** Evaluations by themselves. */
export type SingleEvaluations = Evaluations;

/** Adds what the API has no operation for. */
export const extend = (evaluations: generated.Evaluations, transport: Transport): SingleEvaluations => ({
  ...evaluations,
  wait: async (...values) =>
    (await import("./single-later.ts")).waitForEvaluation([transport, bounded, evaluations], ...values),
});
