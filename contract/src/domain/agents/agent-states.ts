/** The states that an agent can have. */
export const agentStatuses = ["pending", "active", "suspended", "quarantined", "retired"] as const;

/** One of {@link agentStatuses}. */
export type AgentStatus = (typeof agentStatuses)[number];

/** The allowed transitions between agent states. */
export const agentTransitions = {
  pending: ["active"],
  active: ["suspended", "quarantined"],
  suspended: ["active", "quarantined", "retired"],
  quarantined: ["suspended", "retired"],
  retired: [],
} as const satisfies Record<AgentStatus, readonly AgentStatus[]>;

/**
 * Returns the effect of a request to change an agent's state: `move`, `nothing` (the agent already has the
 * requested state) or `refuse`.
 */
export function agentMove(from: AgentStatus, to: AgentStatus): "move" | "nothing" | "refuse" {
  if (from === to) return "nothing";
  const next: readonly AgentStatus[] = agentTransitions[from];
  return next.includes(to) ? "move" : "refuse";
}

/**
 * Returns whether an agent in the given state may act. Only `active` agents may; unknown states are denied.
 */
export const agentMayAct = (status: string): boolean => status === "active";
