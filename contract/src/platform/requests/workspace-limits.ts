/** The limits of each workspace. They are not part of `limits`, because the SDK client contains all of those. */
export const workspaceLimits = {
  /** Maximum number of open event streams per workspace and process. */
  streamsPerWorkspace: 100,
  /** Maximum number of API keys per workspace that are neither revoked nor expired. */
  apiKeysPerWorkspace: 5000,
  /** Maximum number of jobs per workspace that wait for a worker when a further one is requested. */
  readyJobsPerWorkspace: 50_000,
  /** Maximum number of evaluations per workspace that have not ended. */
  runningEvaluationsPerWorkspace: 200,
  /** Maximum number of authorizations and appended events in progress per workspace and process. */
  requestsInFlight: 512,
  /** Maximum number of computations per workspace and process that wait for a thread, besides a running one. */
  waitingComputations: 4,
} as const;
