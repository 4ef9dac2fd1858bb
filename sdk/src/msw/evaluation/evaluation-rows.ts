import type { EffectiveScores } from "@assay/contract/domain";
import type { EvaluatedSample } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import type { FinalStatus } from "@assay/contract/evaluation/evaluations/evaluation-end-rules";
import type { EvaluationSetup } from "@assay/contract/evaluation/evaluations/evaluation-record";
import type { StoredExport } from "@assay/contract/evaluation/exports/export-rules";
import type { EvaluationResults } from "../../generated/types.ts";
import type { SampleRow } from "./dataset-rows.ts";

/** A sample with the outcome of every evaluator. */
export interface EvaluatedSampleRow extends EvaluatedSample {
  sample: SampleRow;
}

/** The end of an evaluation. */
export interface EvaluationEnd {
  status: FinalStatus;
  startedAt: number | null;
  at: number;
  /** Number of processed samples, in dataset order. */
  processed: number;
  error: string | null;
  results: EvaluationResults | null;
  /** Figures of a test that replace computed ones. */
  given?: Partial<EvaluationResults>;
}

/** An evaluation. Its results are computed at creation; the clock determines how much is visible. */
export interface EvaluationRow extends EvaluationSetup {
  evaluated: readonly EvaluatedSampleRow[];
  /** Sample id → effective scores, if a reviewer overrode one. */
  effective: Map<string, EffectiveScores>;
  /** The running calls to remote evaluators; `stop` aborts them. */
  calling: { done: Promise<void>; stop: () => void } | null;
  /** Time of the work clock at creation. */
  createdWork: number;
  end: EvaluationEnd | null;
  /** Number of processed samples set by a test; null to follow the clock. */
  shown: number | null;
  /** Whether its event was emitted and its routing applied after the end. */
  isEndEmitted: boolean;
}

/** An export. Its file is written at creation; the clock determines when it is visible. */
export interface ExportRow {
  /** Its record before the file is written. */
  stored: StoredExport;
  file: { bytes: Uint8Array<ArrayBuffer>; sha256: string; rowCount: number };
  /** Time of the work clock at creation. */
  createdWork: number;
  /** The error set by a test. */
  failure: string | null;
  /** Whether its completion event was emitted. */
  isEndEmitted: boolean;
}
