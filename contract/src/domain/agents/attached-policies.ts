/** The policies that every agent is under; they are added when it is decided and never stored in a list. */
export const baselinePolicyIds = ["latch-0", "latch-1", "latch-2", "latch-3", "latch-4", "latch-5"] as const;

const baseline: ReadonlySet<string> = new Set(baselinePolicyIds);

/** Whether a policy is one of the baseline's; the ids are compared exactly. */
export const isBaselinePolicy = (id: string): boolean => baseline.has(id);

/** The list that is stored of policies to attach: their order kept, repeated ones and the baseline's left out. */
export const attachedPolicies = (ids: readonly string[]): string[] =>
  [...new Set(ids)].filter((id) => !isBaselinePolicy(id));
