import type { RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import type { EvaluationRow } from "./evaluation-queries.ts";

/** The evaluation that a transaction is completing. */
export interface CompletedEvaluation {
  evaluation: EvaluationRow;
  /** The effective mean score of each evaluator, by evaluator key; null for an evaluator without scores. */
  scores: readonly { evaluator: string; mean: number | null }[];
}

/** Steps of other parts of the server that run in the transactions of evaluations. */
export interface EvaluationHooks {
  /**
   * Refuses routing settings with which no review task can be created.
   *
   * @throws {ApiError} 422 if a rubric or reviewer is unknown, belongs to another project or is not
   * qualified.
   */
  checkRouting: (
    tx: Tx,
    deps: PlatformDeps,
    reach: Reach,
    requested: { projectId: string; routing: RoutingInput },
  ) => Promise<void>;
  /**
   * Runs in the transaction that completes an evaluation, after its results and rollup are stored. The
   * evaluation's row is locked.
   */
  onEvaluationCompleted: (tx: Tx, deps: PlatformDeps, completed: CompletedEvaluation) => Promise<void>;
}

/** The dependencies of services and jobs that create or complete evaluations. */
export interface EvaluationDeps extends PlatformDeps {
  evaluationHooks: EvaluationHooks;
}
