/** All limits of the API, which the schemas, the server, the mock and the documents use. */
export const limits = {
  /** Maximum size of a JSON body, in bytes. */
  jsonBodyBytes: 10 * 1024 * 1024,
  /** Maximum size of a streamed import without compression, in bytes. */
  importBytes: 1024 * 1024 * 1024,
  /** Number of bytes of an import that may be compressed by any ratio. */
  freelyCompressedBytes: 10 * 1024 * 1024,
  /** Maximum ratio by which larger imports may be compressed. */
  compressionRatio: 200,
  /**
   * Maximum size of a sample or a model's output, in bytes of JSON. A response must be able to contain 100 of
   * them.
   */
  sampleBytes: 1024 * 1024,
  /** Maximum size of a row in an import, in bytes. */
  importRowBytes: 1024 * 1024,
  /** Maximum number of row errors in an import response. */
  importErrorsListed: 100,
  /** Maximum number of mapped pairs, and of text columns, of an import. */
  mapPairs: 100,
  /** Maximum nesting depth of arrays and objects in a body. */
  jsonDepth: 64,
  /** Maximum size of a `metadata` object, in bytes of JSON. */
  metadataBytes: 16 * 1024,
  /** Maximum number of samples in one batch. */
  samplesPerBatch: 1000,
  /** Maximum number of runs of a model on one sample, and of an evaluation. */
  runs: 100,
  /** Maximum number of evaluators in one evaluation. */
  evaluatorsPerEvaluation: 50,
  /** Maximum number of candidates in one comparison. */
  candidatesPerComparison: 20,
  /** Maximum number of samples in one review task. */
  samplesPerTask: 1000,
  /** Maximum number of raters in an import of ratings. */
  ratersPerImport: 1000,
  /** Maximum number of tasks that an import of ratings creates. */
  tasksPerRatingImport: 100_000,
  /** Maximum number of tasks that routing creates for one evaluation. */
  routedTasks: 1000,
  /** Maximum number of reviews that a task can require for each sample. */
  reviewsRequired: 20,
  /** Maximum number of reviews of one sample that a response lists. */
  reviewsPerSample: 10_000,
  /** Maximum number of dimensions in a rubric. */
  dimensionsPerRubric: 50,
  /** Maximum size of a draft of a review, in bytes of JSON. */
  draftBytes: 64 * 1024,
  /** Maximum size of a grade's additional members, in bytes of JSON. */
  gradeExtraBytes: 4 * 1024,
  /** Maximum number of a sample's scores in one response. */
  scoresPerSample: 1000,
  /** Maximum length of the period for a project's metrics, in days (ten years). */
  metricsDays: 3660,
  /** Maximum length of the period for a trend, in days (five years). */
  trendDays: 1830,
  /** Maximum number of series that a trend lists. */
  seriesListed: 100,
  /** Maximum number of regressions that a trend lists, and of suspected ones. */
  regressionsListed: 1000,
  /** Maximum time that a synchronous evaluation waits, in seconds. */
  syncWaitSeconds: 30,
  /** Maximum size of an event's `data`, in bytes of JSON. */
  eventDataBytes: 64 * 1024,
  /** Maximum nesting depth of an event's `data`. */
  eventDataDepth: 32,
  /** Maximum length of an event's type, in characters. */
  eventTypeCharacters: 128,
  /** Maximum length of an event's session, in characters. */
  eventSessionCharacters: 256,
  /** Maximum number of events on a page. */
  eventsPerPage: 500,
  /** Maximum number of events that one request can erase. */
  eventsPerErasure: 1000,
  /** Maximum number of reviewers in the progress of all reviews. */
  reviewersInProgress: 1000,
  /** Maximum number of claimable tasks in a reviewer's queue. */
  claimableTasks: 20,
  /** Maximum number of open event streams per key and process. */
  streamsPerKey: 10,
  /**
   * Interval at which the API key of a stream or a download is checked again, in seconds. A stream looks at the clock
   * twice a second, so that it ends within 5 seconds after its key became invalid.
   */
  streamKeyCheckSeconds: 4,
  /** Maximum number of agents in a workspace. The list of agents has no pages. */
  agentsPerWorkspace: 10_000,
  /** Maximum number of policies attached to an agent, without the baseline. */
  policiesPerAgent: 64,
  /** Maximum number of tools that an agent declares. */
  toolsPerAgent: 200,
  /** Maximum length of a tool's name, in characters. */
  toolCharacters: 128,
  /** Maximum length of an agent's key, in characters. */
  agentKeyCharacters: 4096,
  /** Maximum size of an agent's `env`, in bytes of JSON. */
  agentEnvBytes: 16 * 1024,
  /** Maximum size of the settings, in bytes of JSON. */
  settingsBytes: 256 * 1024,
  /** Maximum number of entities in a workspace. */
  entities: 10_000,
  /** Maximum size of an entity's `properties`, in bytes of JSON. */
  entityBytes: 64 * 1024,
  /** Maximum nesting depth of an entity's `properties`. */
  entityDepth: 32,
  /** Maximum number of declared actions in a workspace. */
  entityActions: 1000,
  /** Maximum number of declared types of entities. */
  entityTypes: 1000,
  /** Maximum number of direct parents of an entity, and of groups that an agent names. */
  parentsPerEntity: 32,
  /** Maximum number of levels of ancestors of an entity; its parents are the first level. */
  ancestorLevels: 16,
  /** Maximum number of ancestors of an entity. */
  ancestorsPerEntity: 256,
  /** Maximum number of tool groups, and of action groups. */
  groups: 200,
  /** Maximum number of patterns or actions in a group. */
  groupMembers: 200,
  /** Maximum number of entities that the policies of one decision can read. */
  entitiesPerDecision: 256,
  /** Maximum number of characters of the properties of the entities that policies reach in one decision. */
  referencedChars: 1_000_000,
  /** Maximum number of entities on a page. */
  entitiesPerPage: 100,
  /** Maximum size of a policy's text, and of all policies attached to one agent together, in bytes. */
  policyTextBytes: 64 * 1024,
  /** Maximum size of the arguments, context and properties in one decision, in bytes of JSON. */
  policyInputBytes: 64 * 1024,
  /** Maximum number of policies in a workspace, without the baseline. The list of policies has no pages. */
  policiesPerWorkspace: 1000,
  /** Maximum number of test cases for a policy. */
  policyTests: 100,
  /** Maximum number of decisions in one simulation. */
  simulatedDecisions: 1000,
  /** Maximum number of decisions in one batch, and of items in one AuthZEN request. */
  decisionsPerBatch: 100,
  /** Lifetime of a decision, during which its reserved cost can be settled, in seconds. */
  decisionSeconds: 300,
  /** Default lifetime of an approval, during which it can be decided and used, in seconds. */
  approvalSeconds: 900,
  /** Maximum number of approvals that a call can require. */
  approversPerApproval: 5,
  /** Maximum number of differences that the warning of a mismatched approval lists. */
  approvalDifferences: 10,
  /** Maximum number of approvals on a page. */
  approvalsPerPage: 100,
  /** Maximum cost of one call, in the unit of the spend ceiling. */
  largestCost: 1_000_000_000_000,
  /** Maximum number of matches on one page of a search. */
  searchResultsPerPage: 1000,
  /** Maximum size of a decision that can be sealed, in bytes of JSON. */
  recordPayloadBytes: 1024 * 1024,
  /**
   * Maximum nesting depth of a sealed decision. The decision, its envelope and the surrounding body together
   * must not exceed `jsonDepth`.
   */
  recordPayloadDepth: 60,
  /** Maximum size of a record that can be verified, in bytes including white space. */
  recordBytes: 4 * 1024 * 1024,
  /** How long an idempotency key is stored, in hours. */
  idempotencyHours: 24,
  /** How long an export file is stored, in hours. */
  exportHours: 72,
  /** Maximum size of an export file, in bytes. The file is stored in the database. */
  exportBytes: 4 * 1024 * 1024 * 1024,
  /** Maximum number of evaluations in an export. */
  evaluationsPerExport: 1000,
} as const;

/**
 * The limits of JSON bodies by the metadata of their route (`bodyLimits`): the size in bytes, and the number of JSON
 * values and of object members. `call` concerns one call, one event or one policy, and `batch` several calls. A call whose
 * arguments have the maximum size has at most 32,768 numbers. A member takes about ten times as long as a number.
 *
 * `bulk` concerns samples and entities: 10,000 entities with 32 parents each have 680,000 members. Members of objects that
 * are alike take little time, so the number of different members is limited too. `other` concerns all other routes.
 */
export const bodyLimits = {
  other: { bytes: limits.jsonBodyBytes, values: 200_000, members: 60_000 },
  bulk: { bytes: limits.jsonBodyBytes, values: 1_100_000, members: 700_000, differentMembers: 60_000 },
  call: { bytes: 1024 * 1024, values: 200_000, members: 20_000 },
  batch: { bytes: limits.jsonBodyBytes, values: 200_000, members: 40_000 },
} as const;
