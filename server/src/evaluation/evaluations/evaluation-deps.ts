import type { RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import type { EvaluationRow } from "./evaluation-queries.ts";

/** An evaluation in the transaction that completes it. */
export interface CompletedEvaluation {
  evaluation: EvaluationRow;
  /** The effective mean of each evaluator, by key; null without scores. */
  scores: readonly { evaluator: string; mean: number | null }[];
}

/** Steps of other nouns in the transactions of evaluations. */
export interface EvaluationHooks {
  /**
   * Refuses routing that could create no review task.
   *
   * @throws {ApiError} 422 for a rubric or reviewer that is unknown, in another project or not qualified.
   */
  checkRouting: (
    tx: Tx,
    deps: PlatformDeps,
    reach: Reach,
    requested: { projectId: string; routing: RoutingInput },
  ) => Promise<void>;
  /**
   * Runs in the transaction that completes an evaluation, after storing its results and rollup, with its row
   * locked.
   */
  onEvaluationCompleted: (tx: Tx, deps: PlatformDeps, completed: CompletedEvaluation) => Promise<void>;
}

/** Dependencies of services and jobs that create or complete evaluations. */
export interface EvaluationDeps extends PlatformDeps {
  evaluationHooks: EvaluationHooks;
}
