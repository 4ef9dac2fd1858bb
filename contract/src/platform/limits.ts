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
  /** Largest `data` of an event, in bytes of its JSON. */
  eventDataBytes: 64 * 1024,
  /** Deepest nesting of an event's `data`. */
  eventDataDepth: 32,
  /** Longest type of an event. */
  eventTypeCharacters: 128,
  /** Longest session of an event. */
  eventSessionCharacters: 256,
  /** Most events of a page. */
  eventsPerPage: 500,
  /** Most events that one request erases. */
  eventsPerErasure: 1000,
  /** Most event streams that one key follows at a time, in one process. */
  streamsPerKey: 10,
  /** How often the key of an event stream is looked at again, in seconds. */
  streamKeyCheckSeconds: 30,
  /** Most agents of a workspace: their list has no pages. */
  agentsPerWorkspace: 10_000,
  /** Most policies attached to an agent, the baseline not counted. */
  policiesPerAgent: 64,
  /** Most tools that an agent may call by name. */
  toolsPerAgent: 200,
  /** Longest name of a tool. */
  toolCharacters: 128,
  /** Longest key of an agent. */
  agentKeyCharacters: 4096,
  /** Largest `env` of an agent, in bytes of its JSON. */
  agentEnvBytes: 16 * 1024,
  /** Largest settings, in bytes of their JSON. */
  settingsBytes: 256 * 1024,
  /** Most entities of a workspace. */
  entities: 10_000,
  /** Largest `properties` of an entity, in bytes of its JSON. */
  entityBytes: 64 * 1024,
  /** Deepest nesting of an entity's `properties`. */
  entityDepth: 32,
  /** Most declared actions of a workspace. */
  entityActions: 1000,
  /** Most entities of a page. */
  entitiesPerPage: 100,
  /** Largest text of a policy, and of all that are attached to one agent together, in bytes. */
  policyTextBytes: 64 * 1024,
  /** Largest arguments, context and properties that are decided on, in bytes of their JSON. */
  policyInputBytes: 64 * 1024,
  /** Most policies of a workspace, the baseline not counted: their list has no pages. */
  policiesPerWorkspace: 1000,
  /** Most test cases of a policy. */
  policyTests: 100,
  /** Most decisions that one simulation looks at. */
  simulatedDecisions: 1000,
  /** Most decisions of one batch, and most items of one AuthZEN request. */
  decisionsPerBatch: 100,
  /** How long a decision may be relied on, and what it reserved be settled, in seconds. */
  decisionSeconds: 300,
  /** How long an approval is waited for and may be used, in seconds. */
  approvalSeconds: 900,
  /** Most approvals of a page. */
  approvalsPerPage: 100,
  /** Largest cost of one call, in the unit of the spend ceiling. */
  largestCost: 1_000_000_000_000,
  /** Most matches of one page of a search. */
  searchResultsPerPage: 1000,
  /** Largest decision that is sealed, in bytes of its JSON. */
  recordPayloadBytes: 1024 * 1024,
  /** Deepest nesting of a decision that is sealed: in its envelope, and that in a body, it must still be readable. */
  recordPayloadDepth: 60,
  /** Largest record that is verified, in bytes, white space included. */
  recordBytes: 4 * 1024 * 1024,
  /** How long an idempotency key is remembered, in hours. */
  idempotencyHours: 24,
  /** How long the file of an export is kept, in hours. */
  exportHours: 72,
  /** Largest file of an export, in bytes: it lies in the database. */
  exportBytes: 4 * 1024 * 1024 * 1024,
  /** Most evaluations that a request for an export names. */
  evaluationsPerExport: 1000,
} as const;
