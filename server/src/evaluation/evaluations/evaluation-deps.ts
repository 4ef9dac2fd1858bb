import type { RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import type { EvaluationRow } from "./evaluation-queries.ts";

/** An evaluation that has completed, in the transaction in which it does. */
export interface CompletedEvaluation {
  evaluation: EvaluationRow;
  /** The effective mean of each evaluator, by key; null where nothing was scored. */
  scores: readonly { evaluator: string; mean: number | null }[];
}

/** The steps of other nouns in the transactions of evaluations. */
export interface EvaluationHooks {
  /**
   * Refuses routing of which no review task could be created.
   *
   * @throws {ApiError} 422 for a rubric or reviewer that is unknown, in another project or not qualified.
   */
  checkRouting: (
    tx: Tx,
    deps: PlatformDeps,
    reach: Reach,
    requested: { projectId: string; routing: RoutingInput },
  ) => Promise<void>;
  /** Runs after an evaluation has completed, with its results and rollup stored and its row locked. */
  onEvaluationCompleted: (tx: Tx, deps: PlatformDeps, completed: CompletedEvaluation) => Promise<void>;
}

/** The dependencies of services and jobs that create or complete evaluations. */
export interface EvaluationDeps extends PlatformDeps {
  evaluationHooks: EvaluationHooks;
}
