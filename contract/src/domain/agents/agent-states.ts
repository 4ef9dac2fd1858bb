/** The states of an agent. */
export const agentStatuses = ["pending", "active", "suspended", "quarantined", "retired"] as const;

/** A state of an agent. */
export type AgentStatus = (typeof agentStatuses)[number];

/** Allowed transitions between states. */
export const agentTransitions = {
  pending: ["active"],
  active: ["suspended", "quarantined"],
  suspended: ["active", "quarantined", "retired"],
  quarantined: ["suspended", "retired"],
  retired: [],
} as const satisfies Record<AgentStatus, readonly AgentStatus[]>;

/** Effect of a request to change an agent's state: `move`, `nothing` (already in that state) or `refuse`. */
export function agentMove(from: AgentStatus, to: AgentStatus): "move" | "nothing" | "refuse" {
  if (from === to) return "nothing";
  const next: readonly AgentStatus[] = agentTransitions[from];
  return next.includes(to) ? "move" : "refuse";
}

/** Whether an agent in a state may act. Only `active` may; an unknown state may not. */
export const agentMayAct = (status: string): boolean => status === "active";
