import type { EvaluationTools } from "@assay/contract/control/decisions/evaluate-request";
import { isPublicAddress } from "../cedar/public-address.ts";
import type { ControlDeps } from "../control-deps.ts";

/** Evaluates requests in this process. A failed evaluation denies and is logged. */
export const evaluationTools = ({
  policies: { engine },
  log,
}: Pick<ControlDeps, "policies" | "log">): EvaluationTools => ({
  decide: (...question) => engine.decide(...question),
  isPublicAddress,
  reportFailure: (error) => log.error({ err: error }, "decision evaluation failed"),
});
