/**
 * The policies that apply to every agent. Evaluation adds them; an agent's stored list does not contain them.
 */
export const baselinePolicyIds = ["latch-0", "latch-1", "latch-2", "latch-3", "latch-4", "latch-5"] as const;

const baseline: ReadonlySet<string> = new Set(baselinePolicyIds);

/** Returns whether a policy belongs to the baseline. Ids are compared exactly. */
export const isBaselinePolicy = (id: string): boolean => baseline.has(id);

/**
 * Returns the attached policies to store: in the given order, without duplicates and without the baseline.
 */
export const attachedPolicies = (ids: readonly string[]): string[] =>
  [...new Set(ids)].filter((id) => !isBaselinePolicy(id));
