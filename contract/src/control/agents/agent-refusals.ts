// Refusals about agents, settings and entities.
import type { AgentStatus } from "../../domain/agents/agent-states.ts";
import { agentTransitions } from "../../domain/agents/agent-states.ts";
import { ApiError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import {
  allOf,
  alreadyExistsText,
  idInPath,
  limitReachedText,
  notFoundText,
} from "../../platform/validation/refusal-texts.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 404: the workspace has no agent with this id. */
export const agentNotFound = (id: string): ApiError =>
  new ApiError("not_found", notFoundText(`Agent ${quoted(id)}`, "List agents with GET /api/agents"));

/** 409: an agent with this id exists with other values. @param names the members that differ. */
export function agentConflict(id: string, names: readonly string[]): ApiError {
  const path = `/api/agents/${idInPath(id)}`;
  const steps = [
    ...(names.some((name) => name !== "apiKey") ? [`update it with PATCH ${path}`] : []),
    ...(names.includes("apiKey") ? [`replace its key with POST ${path}/rotate_key`] : []),
  ];
  return new ApiError(
    "conflict",
    alreadyExistsText(`Agent ${quoted(id)}`, allOf(names), steps.join(" and ")),
  );
}

/** 409: the workspace has reached its limit of agents. */
export const tooManyAgents = (): ApiError =>
  new ApiError(
    "conflict",
    limitReachedText(
      "The workspace",
      `${limits.agentsPerWorkspace} agents`,
      "Delete one with DELETE /api/agents/{id}",
    ),
  );

/** 409: an agent cannot move from its state to the requested one. */
export function agentMoveRefused(id: string, from: AgentStatus, to: AgentStatus): ApiError {
  const allowed = agentTransitions[from].join(", ") || "none";
  return new ApiError(
    "invalid_state",
    `Agent ${quoted(id)} is ${from} and cannot become ${to}. Allowed: ${allowed}.`,
  );
}

/** 409: the settings have changed since the caller read them. */
export function settingsChanged(sent: number, present: number | null): ApiError {
  const state = present === null ? "because the settings were never changed" : "the time of the last change";
  return new ApiError(
    "conflict",
    `updatedAt is ${sent}; it must be ${present}, ${state}. Read the settings again before you send them.`,
  );
}

/** 404: the workspace has no such entity. */
export const entityNotFound = (type: string, id: string): ApiError =>
  new ApiError(
    "not_found",
    notFoundText(`Entity ${quoted(id)} of type ${quoted(type)}`, "List entities with GET /api/entities"),
  );

/** 409: the request would exceed the limit of entities. */
export const tooManyEntities = (count: number): ApiError =>
  new ApiError(
    "conflict",
    `After this request, the workspace would have ${count} entities; it must have at most ${limits.entities}. Delete some with DELETE /api/entities/{type}/{id}.`,
  );

/** 409: the request would exceed the limit of declared actions. */
export const tooManyActions = (count: number): ApiError =>
  new ApiError(
    "conflict",
    `After this request, the workspace would have ${count} actions; it must have at most ${limits.entityActions}. Send the complete set with fewer actions: PUT /api/entities.`,
  );

/** 409: the request would exceed the limit of declared types. */
export const tooManyTypes = (count: number): ApiError =>
  new ApiError(
    "conflict",
    `After this request, the workspace would have ${count} types; it must have at most ${limits.entityTypes}. Send the complete set with fewer types: PUT /api/entities.`,
  );

/** 409: the request would exceed the limit of groups of actions. */
export const tooManyActionGroups = (count: number): ApiError =>
  new ApiError(
    "conflict",
    `After this request, the workspace would have ${count} groups of actions; it must have at most ${limits.groups}. Set unused groups to null.`,
  );

/** 409: the merged properties of an entity are too large or too deep. */
export const entityTooLarge = (type: string, id: string): ApiError =>
  new ApiError(
    "conflict",
    `The merged properties of entity ${quoted(id)} of type ${quoted(type)} exceed ${limits.entityBytes} bytes or ${limits.entityDepth} levels. Set unused properties to null.`,
  );
