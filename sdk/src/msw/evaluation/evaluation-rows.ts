import type { EffectiveScores, NoOutputs } from "@assay/contract/domain";
import type { EvaluatedDatasetSample } from "@assay/contract/evaluation/evaluations/outcomes/evaluated-dataset";
import type { FinalStatus } from "@assay/contract/evaluation/evaluations/evaluation-end-rules";
import type {
  EvaluationProgress,
  EvaluationSetup,
} from "@assay/contract/evaluation/evaluations/evaluation-record";
import type { StoredExport } from "@assay/contract/evaluation/exports/export-rules";
import type { StoredResults } from "@assay/contract/evaluation/evaluations/evaluation-results";

/** How and when an evaluation ended. */
export interface EvaluationEnd {
  status: FinalStatus;
  startedAt: number | null;
  at: number;
  /** Number of processed samples; samples are processed in dataset order. */
  processed: number;
  error: string | null;
  /** The most frequent reasons for the failure; absent if the results did not cause it. */
  errorReasons?: EvaluationProgress["errorReasons"];
  results: StoredResults | null;
  /** Figures that a test sets in place of the computed ones. */
  given?: Partial<StoredResults>;
}

/** An evaluation. Its results are computed at creation; the clock determines how many of them are visible. */
export interface EvaluationRow extends EvaluationSetup {
  evaluated: readonly EvaluatedDatasetSample[];
  /** The facts for the error if no sample has an output. */
  noOutputs: NoOutputs;
  /** Maps the ids of samples with an overridden score to their effective scores. */
  effective: Map<string, EffectiveScores>;
  /** The running calls to remote evaluators; `stop` aborts them. */
  calling: { done: Promise<void>; stop: () => void } | null;
  /** Work clock time at creation. */
  createdWork: number;
  end: EvaluationEnd | null;
  /** Number of processed samples that a test has set; null to follow the clock. */
  shown: number | null;
  /** Whether the evaluation's event was emitted and its routing was applied after the evaluation ended. */
  isEndEmitted: boolean;
}

/** An export. Its file is written at creation; the clock determines when the file is visible. */
export interface ExportRow {
  /** The export's record before its file is written. */
  stored: StoredExport;
  file: { bytes: Uint8Array<ArrayBuffer>; sha256: string; rowCount: number };
  /** Work clock time at creation. */
  createdWork: number;
  /** The error that a test has set; null if the test has set none. */
  failure: string | null;
  /** Whether the export's completion event was emitted. */
  isEndEmitted: boolean;
}
