/** The policies that apply to every agent. Evaluation adds them; lists never store them. */
export const baselinePolicyIds = ["latch-0", "latch-1", "latch-2", "latch-3", "latch-4", "latch-5"] as const;

const baseline: ReadonlySet<string> = new Set(baselinePolicyIds);

/** Whether a policy belongs to the baseline; ids are compared exactly. */
export const isBaselinePolicy = (id: string): boolean => baseline.has(id);

/** The list of attached policies to store: original order, without duplicates and without the baseline. */
export const attachedPolicies = (ids: readonly string[]): string[] =>
  [...new Set(ids)].filter((id) => !isBaselinePolicy(id));
