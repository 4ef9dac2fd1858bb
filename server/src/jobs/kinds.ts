import { planEvaluation } from "../evaluations/plan-evaluation-job.ts";
import { runEvaluation } from "../evaluations/run-evaluation-job.ts";
import { runExport } from "../exports/run-export-job.ts";
import { testDrops } from "../scores/paired-tests-job.ts";
import type { JobKinds } from "./job-kind.ts";

/** Every kind of job, with its handler. */
export const jobKinds: JobKinds = { ...planEvaluation, ...runEvaluation, ...testDrops, ...runExport };
