import { planEvaluation } from "../evaluation/evaluations/run/plan-evaluation-job.ts";
import { recomputeEvaluation } from "../evaluation/evaluations/run/recompute-evaluation-job.ts";
import { runEvaluation } from "../evaluation/evaluations/run/run-evaluation-job.ts";
import { runExport } from "../evaluation/exports/run-export-job.ts";
import { testDrops } from "../evaluation/scores/paired-tests-job.ts";
import type { EvaluationDeps } from "../evaluation/evaluations/evaluation-deps.ts";
import type { JobKinds } from "../platform/jobs/job-kind.ts";

/** All job kinds with their handlers. */
export const jobKinds: JobKinds<EvaluationDeps> = {
  ...planEvaluation,
  ...runEvaluation,
  ...recomputeEvaluation,
  ...testDrops,
  ...runExport,
};
