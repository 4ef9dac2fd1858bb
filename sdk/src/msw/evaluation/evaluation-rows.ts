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

/** How an evaluation came to its end. */
export interface EvaluationEnd {
  status: FinalStatus;
  startedAt: number | null;
  at: number;
  /** Samples that were judged until then, in dataset order. */
  processed: number;
  error: string | null;
  results: EvaluationResults | null;
  /** Figures that a test has put in place of what was computed. */
  given?: Partial<EvaluationResults>;
}

/** An evaluation. Everything that it will show is computed at its creation; the clock decides how much of it shows. */
export interface EvaluationRow extends EvaluationSetup {
  evaluated: readonly EvaluatedSampleRow[];
  /** Sample id → what counts of it since a reviewer has overridden a score of it. */
  effective: Map<string, EffectiveScores>;
  /** While remote evaluators are called; `stop` ends that early. */
  calling: { done: Promise<void>; stop: () => void } | null;
  /** The work clock at its creation. */
  createdWork: number;
  end: EvaluationEnd | null;
  /** How many of its samples a test shows as processed; null: as many as the clock says. */
  shown: number | null;
  /** Whether what follows from its end has happened: its event, the review tasks of its routing. */
  announced: boolean;
}

/** An export. Its file is written at once; the clock decides when it shows. */
export interface ExportRow {
  /** As it is before its file is written. */
  stored: StoredExport;
  file: { bytes: Uint8Array<ArrayBuffer>; sha256: string; rowCount: number };
  /** What the work clock showed when it was made. */
  createdWork: number;
  /** How it was made to fail. */
  failure: string | null;
  /** Whether endpoints were sent that it has completed. */
  announced: boolean;
}
