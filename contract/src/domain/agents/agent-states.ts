/** The states of an agent. */
export const agentStatuses = ["pending", "active", "suspended", "quarantined", "retired"] as const;

/** A state of an agent. */
export type AgentStatus = (typeof agentStatuses)[number];

/** Which states may follow which; an agent moves along these and no others. */
export const agentTransitions = {
  pending: ["active"],
  active: ["suspended", "quarantined"],
  suspended: ["active", "quarantined", "retired"],
  quarantined: ["suspended", "retired"],
  retired: [],
} as const satisfies Record<AgentStatus, readonly AgentStatus[]>;

/**
 * What a request to move an agent to a state does: `move` it, change `nothing` because it is there already, or `refuse`.
 */
export function agentMove(from: AgentStatus, to: AgentStatus): "move" | "nothing" | "refuse" {
  if (from === to) return "nothing";
  const next: readonly AgentStatus[] = agentTransitions[from];
  return next.includes(to) ? "move" : "refuse";
}

/** Whether an agent in a state may act: `active` alone may; a text that is no state is refused like the others. */
export const agentMayAct = (status: string): boolean => status === "active";
