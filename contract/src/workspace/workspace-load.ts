import { workspaceLimits } from "../platform/requests/workspace-limits.ts";
import { tooManyEvaluations, tooManyJobs } from "../platform/requests/load-refusals.ts";

/** The work of a workspace that has not ended. */
export interface WorkspaceLoad {
  /** Number of evaluations that are pending or running. */
  runningEvaluations: number;
  /** Number of jobs that wait for a worker. */
  readyJobs: number;
}

/** Refuses a further job, such as an export. @throws {ApiError} 429 if too many jobs wait for a worker. */
export function checkReadyJobs({ readyJobs }: Pick<WorkspaceLoad, "readyJobs">): void {
  if (readyJobs >= workspaceLimits.readyJobsPerWorkspace)
    throw tooManyJobs(workspaceLimits.readyJobsPerWorkspace);
}

/** Refuses a further evaluation. @throws {ApiError} 429 if the workspace has too much work. */
export function checkWorkspaceLoad(load: WorkspaceLoad): void {
  const limit = workspaceLimits.runningEvaluationsPerWorkspace;
  if (load.runningEvaluations >= limit) throw tooManyEvaluations(limit);
  checkReadyJobs(load);
}
