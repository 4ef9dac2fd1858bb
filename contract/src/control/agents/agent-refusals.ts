// Refusals about agents, settings and entities.
import type { AgentStatus } from "../../domain/agents/agent-states.ts";
import { agentTransitions } from "../../domain/agents/agent-states.ts";
import { ApiError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 404: the workspace has no agent of this id. */
export const agentNotFound = (id: string): ApiError =>
  new ApiError(
    "not_found",
    `There is no agent ${quoted(id)} that this API key can reach; GET /api/agents lists those there are.`,
  );

/** 409: an agent of this id is there and is something else. @param names what differs. */
export const agentConflict = (id: string, names: readonly string[]): ApiError =>
  new ApiError(
    "conflict",
    `The agent ${quoted(id)} is there already and differs in ${names.join(", ")}; send what it is, or change it: PATCH /api/agents/{id}, and POST /api/agents/{id}/rotate_key for its key.`,
  );

/** 409: the workspace has as many agents as it may have. */
export const tooManyAgents = (): ApiError =>
  new ApiError(
    "conflict",
    `The workspace has ${limits.agentsPerWorkspace} agents, as many as it may; delete one first: DELETE /api/agents/{id}.`,
  );

/** 409: an agent cannot move from its state to the one asked for. */
export function agentMoveRefused(id: string, from: AgentStatus, to: AgentStatus): ApiError {
  const next = agentTransitions[from];
  const may = next.length === 0 ? "nothing follows that" : `it can become ${next.join(" or ")}`;
  return new ApiError("invalid_state", `The agent ${quoted(id)} is ${from} and cannot become ${to}; ${may}.`);
}

/** 409: others have changed the settings since they were read. */
export const settingsChanged = (sent: number, present: number | null): ApiError =>
  new ApiError(
    "conflict",
    `updatedAt is ${sent}; the settings were last changed at ${present ?? "no time yet"}. Read them again, and send them with that updatedAt.`,
  );

/** 404: the workspace has no such entity. */
export const entityNotFound = (type: string, id: string): ApiError =>
  new ApiError(
    "not_found",
    `There is no entity ${quoted(id)} of the type ${quoted(type)} that this API key can reach; GET /api/entities lists those there are.`,
  );

/** 409: there would be more entities than a workspace may have. */
export const tooManyEntities = (count: number): ApiError =>
  new ApiError(
    "conflict",
    `There would be ${count} entities; a workspace has at most ${limits.entities}. Delete some first: DELETE /api/entities/{type}/{id}.`,
  );

/** 409: there would be more declared actions than a workspace may have. */
export const tooManyActions = (count: number): ApiError =>
  new ApiError(
    "conflict",
    `There would be ${count} actions; a workspace has at most ${limits.entityActions}. Send the ones that count: PUT /api/entities.`,
  );

/** 409: merged, an entity would be larger or deeper than it may be. */
export const entityTooLarge = (type: string, id: string): ApiError =>
  new ApiError(
    "conflict",
    `Merged, the properties of the entity ${quoted(id)} of the type ${quoted(type)} would have more than ${limits.entityBytes} bytes of JSON or ${limits.entityDepth} levels; set some to null.`,
  );
