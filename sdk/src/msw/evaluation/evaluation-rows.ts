import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import type { CreateExportBody } from "@assay/contract/evaluation/exports/exports";
import type { ResolvedEvaluator } from "@assay/contract/evaluation/evaluators/evaluators";
import type { Routing } from "@assay/contract/evaluation/routing/evaluation-routing";
import type { EffectiveScores, Outcome, WithoutAbsent } from "@assay/contract/domain";
import type { EvaluationResults } from "../../generated/types.ts";
import type { Dated } from "../platform/state/dated.ts";
import type { SampleRow } from "./dataset-rows.ts";

/** A sample with what is judged of it, and what every evaluator says. */
export interface JudgedSample {
  sample: SampleRow;
  output: unknown;
  outcomes: readonly Outcome[];
}

/** How an evaluation came to its end. */
export interface EvaluationEnd {
  status: "completed" | "failed" | "cancelled";
  startedAt: number | null;
  at: number;
  /** Samples that were judged until then, in data set order. */
  processed: number;
  error: string | null;
  results: EvaluationResults | null;
  /** Figures that a test has put in place of what was computed. */
  given?: Partial<EvaluationResults>;
}

/** An evaluation. Everything it will say is known from the start; the clock decides how much of it shows. */
export interface EvaluationRow extends Dated {
  project: string;
  dataset: string;
  datasetVersion: number;
  model: string | null;
  name: string;
  evaluators: readonly (CreateEvaluationBody["evaluators"][number] & { weight: number })[];
  /** The settings of each, by which it scores. */
  resolved: readonly ResolvedEvaluator[];
  sampleFilter: WithoutAbsent<NonNullable<CreateEvaluationBody["sample_filter"]>> | null;
  failOnError: number;
  asOf: number | null;
  /** Which samples become review tasks when it completes; null: none. */
  routing: Routing | null;
  manifestHash: string;
  metadata: Readonly<Record<string, unknown>>;
  judged: readonly JudgedSample[];
  /** Sample id → what counts of it since a reviewer has overridden a score of it. */
  effective: Map<string, EffectiveScores>;
  /** While remote evaluators are asked; `stop` breaks that off. */
  asking: { done: Promise<void>; stop: () => void } | null;
  /** What the work clock showed when it was made. */
  createdWork: number;
  end: EvaluationEnd | null;
  /** How many of its samples a test shows as judged; null: as many as the clock says. */
  shown: number | null;
  /** Whether what follows from its end has happened: webhooks were told, what it sends to people became tasks. */
  announced: boolean;
}

/** An export. Its file is written at once; the clock decides when it shows. */
export interface ExportRow extends Dated {
  project: string;
  format: CreateExportBody["format"];
  includeSamples: boolean;
  evaluations: readonly string[];
  file: Uint8Array<ArrayBuffer>;
  sha256: string;
  rowCount: number;
  /** What the work clock showed when it was made. */
  createdWork: number;
  /** How it was made to fail. */
  failure: string | null;
  /** Whether webhooks were told that it has completed. */
  announced: boolean;
}
