/** Every size the API enforces, in one place: the schemas, the server, the mock and the documents read it from here. */
export const limits = {
  /** Largest JSON body, in bytes. */
  jsonBodyBytes: 10 * 1024 * 1024,
  /** Largest streamed import, in bytes. */
  importBytes: 1024 * 1024 * 1024,
  /** Largest sample, and largest output of a model, in bytes of JSON: a page of 100 must still be sendable. */
  sampleBytes: 1024 * 1024,
  /** Largest single row of an import, in bytes. */
  importRowBytes: 1024 * 1024,
  /** Row errors that an import answer lists at the most. */
  importErrorsListed: 100,
  /** Deepest nesting of arrays and objects in a body. */
  jsonDepth: 64,
  /** Largest `metadata` object, in bytes of its JSON. */
  metadataBytes: 16 * 1024,
  /** Most samples in one batch. */
  samplesPerBatch: 1000,
  /** Most evaluators in one evaluation. */
  evaluatorsPerEvaluation: 50,
  /** Most samples in one review task. */
  samplesPerTask: 1000,
  /** Most tasks that the routing of one evaluation makes. */
  routedTasks: 1000,
  /** Most reviews that a task can want of each sample. */
  reviewsRequired: 20,
  /** Most dimensions of a rubric. */
  dimensionsPerRubric: 50,
  /** Further keys of a grade besides its value, in bytes of their JSON. */
  gradeExtraBytes: 4 * 1024,
  /** Most scores of one sample in one answer. */
  scoresPerSample: 1000,
  /** Longest period of a project's metrics, in days: ten years. */
  metricsDays: 3660,
  /** Most regressions that a trend lists. */
  regressionsListed: 1000,
  /** Longest wait of a synchronous evaluation, in seconds. */
  syncWaitSeconds: 30,
  /** How long an idempotency key is remembered, in hours. */
  idempotencyHours: 24,
  /** How long the file of an export is kept, in hours. */
  exportHours: 72,
  /** Largest file of an export, in bytes: it lies in the database. */
  exportBytes: 4 * 1024 * 1024 * 1024,
  /** Most evaluations that a request for an export names. */
  evaluationsPerExport: 1000,
} as const;
