import type { VersionedDataset } from "@assay/contract/evaluation/samples/dataset-contents";
import type { ModelRecord } from "@assay/contract/evaluation/models/model-rules";
import type { StoredGuidelineSet } from "@assay/contract/evaluation/guideline-sets/guideline-set-rules";
import type { BlindReview } from "@assay/contract/review/reviews/blind-access";
import type { PlayCustomEvaluator } from "./evaluators/play-custom-evaluator.ts";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { PlatformState, TimedSecret } from "../platform/state/platform-tables.ts";
import type { WorkspaceTables } from "../workspace/workspace-tables.ts";
import type { EvaluationRow, ExportRow } from "./evaluation-rows.ts";

/** A stored guideline set. */
export interface GuidelineSetRow extends StoredGuidelineSet {
  /** Number of earlier guideline sets. */
  ordinal: number;
}

/** The members of a webhook endpoint that are needed to detect threshold crossings. */
interface ThresholdSubscriber {
  id: string;
  disabled: object | null;
  subscription: {
    eventTypes: readonly string[];
    project: string | null;
    thresholds: Readonly<Record<string, { below: number }>> | null;
  };
}

/** Creates tables without rows. */
export const emptyEvaluationTables = () => ({
  datasets: new Map<string, VersionedDataset>(),
  models: new Map<string, ModelRecord>(),
  evaluations: new Map<string, EvaluationRow>(),
  exports: new Map<string, ExportRow>(),
  /** Guideline sets by name. */
  guidelineSets: new Map<string, GuidelineSetRow>(),
  /** Signing secrets for custom evaluators, newest first; the current secret does not expire. */
  customSecrets: new Array<TimedSecret>(),
  /** Maps an endpoint and evaluator (`watchKey`), then a project, to the score that was last compared. */
  watchedScores: new Map<string, Map<string, number>>(),
});

/** A workspace's tables for this wing, including the tables of other wings that this wing uses. */
export interface EvaluationTables extends WorkspaceTables, ReturnType<typeof emptyEvaluationTables> {
  reviews: ReadonlyMap<string, BlindReview & { credentials: readonly string[] }>;
  webhooks: ReadonlyMap<string, ThresholdSubscriber>;
}

/** A mock's state for this wing. */
export interface EvaluationState extends PlatformState<EvaluationTables> {
  evaluationMs: number;
  /** Responds in place of custom evaluators; undefined to call them with `fetch`. */
  customEvaluator: PlayCustomEvaluator | undefined;
}

export type EvaluationCaller = Caller<EvaluationTables>;

export type EvaluationCall = Call<EvaluationState>;

export type EvaluationHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, EvaluationState>;
