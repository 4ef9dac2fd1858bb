import type { ModelRecord } from "@assay/contract/evaluation/models/model-rules";
import type { StoredGuidelineSet } from "@assay/contract/evaluation/guideline-sets/guideline-set-rules";
import type { PlayCustomEvaluator } from "./evaluators/play-custom-evaluator.ts";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { PlatformState, TimedSecret } from "../platform/state/platform-tables.ts";
import type { BlindReview, WorkspaceTables } from "../workspace/workspace-tables.ts";
import type { DatasetRow } from "./dataset-rows.ts";
import type { EvaluationRow, ExportRow } from "./evaluation-rows.ts";

/** A stored guideline set. */
export interface GuidelineSetRow extends StoredGuidelineSet {
  /** How many there were before it. */
  ordinal: number;
}

/** What threshold crossings depend on of an endpoint. */
interface ThresholdWatcher {
  id: string;
  disabled: object | null;
  subscription: {
    eventTypes: readonly string[];
    project: string | null;
    thresholds: Readonly<Record<string, { below: number }>> | null;
  };
}

/** The tables of a workspace that this wing reads; of other wings', as much as it depends on. */
export interface EvaluationTables extends WorkspaceTables {
  datasets: Map<string, DatasetRow>;
  models: Map<string, ModelRecord>;
  evaluations: Map<string, EvaluationRow>;
  exports: Map<string, ExportRow>;
  /** By name. */
  guidelineSets: Map<string, GuidelineSetRow>;
  /** What calls to custom evaluators are signed with, the newest first; without an end: the present one. */
  customSecrets: TimedSecret[];
  reviews: ReadonlyMap<string, BlindReview & { credentials: readonly string[] }>;
  webhooks: ReadonlyMap<string, ThresholdWatcher>;
  /** Endpoint and evaluator (`watchKey`) → project → the last score that a threshold was compared with. */
  watchedScores: Map<string, Map<string, number>>;
}

/** The state of a mock that this wing reads. */
export interface EvaluationState extends PlatformState<EvaluationTables> {
  evaluationMs: number;
  /** What plays the custom evaluators; undefined: they are called by `fetch`. */
  customEvaluator: PlayCustomEvaluator | undefined;
}

/** Who calls, as this wing sees it. */
export type EvaluationCaller = Caller<EvaluationTables>;

/** A request, as this wing sees it. */
export type EvaluationCall = Call<EvaluationState>;

/** The implementations of one resource of this wing. */
export type EvaluationHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, EvaluationState>;

/** No datasets, models, evaluations, exports and guideline sets. */
export const emptyEvaluationTables = () => ({
  datasets: new Map<string, DatasetRow>(),
  models: new Map<string, ModelRecord>(),
  evaluations: new Map<string, EvaluationRow>(),
  exports: new Map<string, ExportRow>(),
  guidelineSets: new Map<string, GuidelineSetRow>(),
  customSecrets: [],
  watchedScores: new Map<string, Map<string, number>>(),
});
