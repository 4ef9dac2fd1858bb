/** All limits of the API, for the schemas, the server, the mock and the documents. */
export const limits = {
  /** Largest JSON body, in bytes. */
  jsonBodyBytes: 10 * 1024 * 1024,
  /** Largest streamed import, in bytes. */
  importBytes: 1024 * 1024 * 1024,
  /** Largest sample, and largest output of a model, in bytes of JSON: a page of 100 must still fit a response. */
  sampleBytes: 1024 * 1024,
  /** Largest single row of an import, in bytes. */
  importRowBytes: 1024 * 1024,
  /** Maximum number of row errors in an import response. */
  importErrorsListed: 100,
  /** Deepest nesting of arrays and objects in a body. */
  jsonDepth: 64,
  /** Largest `metadata` object, in bytes of its JSON. */
  metadataBytes: 16 * 1024,
  /** Maximum number of samples in one batch. */
  samplesPerBatch: 1000,
  /** Maximum number of evaluators in one evaluation. */
  evaluatorsPerEvaluation: 50,
  /** Maximum number of samples in one review task. */
  samplesPerTask: 1000,
  /** Maximum number of tasks that routing creates for one evaluation. */
  routedTasks: 1000,
  /** Maximum number of reviews that a task can require of each sample. */
  reviewsRequired: 20,
  /** Maximum number of dimensions of a rubric. */
  dimensionsPerRubric: 50,
  /** Largest set of further keys of a grade besides its value, in bytes of their JSON. */
  gradeExtraBytes: 4 * 1024,
  /** Maximum number of scores of one sample in one response. */
  scoresPerSample: 1000,
  /** Longest period of a project's metrics, in days: ten years. */
  metricsDays: 3660,
  /** Maximum number of regressions that a trend lists. */
  regressionsListed: 1000,
  /** Longest wait of a synchronous evaluation, in seconds. */
  syncWaitSeconds: 30,
  /** Largest `data` of an event, in bytes of its JSON. */
  eventDataBytes: 64 * 1024,
  /** Deepest nesting of an event's `data`. */
  eventDataDepth: 32,
  /** Longest type of an event. */
  eventTypeCharacters: 128,
  /** Longest session of an event. */
  eventSessionCharacters: 256,
  /** Maximum number of events of a page. */
  eventsPerPage: 500,
  /** Maximum number of events that one request erases. */
  eventsPerErasure: 1000,
  /** Maximum number of open event streams per key and process. */
  streamsPerKey: 10,
  /** Interval at which the key of an event stream is checked again, in seconds. */
  streamKeyCheckSeconds: 30,
  /** Maximum number of agents of a workspace: their list has no pages. */
  agentsPerWorkspace: 10_000,
  /** Maximum number of policies attached to an agent, without the baseline. */
  policiesPerAgent: 64,
  /** Maximum number of tools that an agent declares. */
  toolsPerAgent: 200,
  /** Longest name of a tool. */
  toolCharacters: 128,
  /** Longest key of an agent. */
  agentKeyCharacters: 4096,
  /** Largest `env` of an agent, in bytes of its JSON. */
  agentEnvBytes: 16 * 1024,
  /** Largest settings, in bytes of their JSON. */
  settingsBytes: 256 * 1024,
  /** Maximum number of entities of a workspace. */
  entities: 10_000,
  /** Largest `properties` of an entity, in bytes of its JSON. */
  entityBytes: 64 * 1024,
  /** Deepest nesting of an entity's `properties`. */
  entityDepth: 32,
  /** Maximum number of declared actions of a workspace. */
  entityActions: 1000,
  /** Maximum number of entities of a page. */
  entitiesPerPage: 100,
  /** Largest text of a policy, and of all policies attached to one agent together, in bytes. */
  policyTextBytes: 64 * 1024,
  /** Largest arguments, context and properties of one decision, in bytes of their JSON. */
  policyInputBytes: 64 * 1024,
  /** Maximum number of policies of a workspace without the baseline: their list has no pages. */
  policiesPerWorkspace: 1000,
  /** Maximum number of test cases of a policy. */
  policyTests: 100,
  /** Maximum number of decisions in one simulation. */
  simulatedDecisions: 1000,
  /** Maximum number of decisions of one batch, and most items of one AuthZEN request. */
  decisionsPerBatch: 100,
  /** Lifetime of a decision, during which its reserved cost can be settled, in seconds. */
  decisionSeconds: 300,
  /** Lifetime of an approval, in which it can be decided and used, in seconds. */
  approvalSeconds: 900,
  /** Maximum number of approvals of a page. */
  approvalsPerPage: 100,
  /** Largest cost of one call, in the unit of the spend ceiling. */
  largestCost: 1_000_000_000_000,
  /** Maximum number of matches of one page of a search. */
  searchResultsPerPage: 1000,
  /** Largest decision that can be sealed, in bytes of its JSON. */
  recordPayloadBytes: 1024 * 1024,
  /** Deepest nesting of a sealed decision: inside its envelope and a body, it must not exceed `jsonDepth`. */
  recordPayloadDepth: 60,
  /** Largest record that can be verified, in bytes, white space included. */
  recordBytes: 4 * 1024 * 1024,
  /** How long an idempotency key is stored, in hours. */
  idempotencyHours: 24,
  /** How long the file of an export is stored, in hours. */
  exportHours: 72,
  /** Largest file of an export, in bytes: it is stored in the database. */
  exportBytes: 4 * 1024 * 1024 * 1024,
  /** Maximum number of evaluations per export. */
  evaluationsPerExport: 1000,
} as const;
