import { isRecord } from "../../domain/values/is-record.ts";
import * as z from "zod";
import {
  agentId,
  agentKey,
  agentName,
  agentSource,
  agentStatus,
  baseUrl,
  boundaryName,
  categories,
  env,
  givenPolicyIds,
  groups,
  runtimeStatus,
  tools,
} from "./agent-object.ts";
import { longText, optional } from "../../platform/common.ts";
import { attachedPolicies } from "../../domain/agents/attached-policies.ts";
import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import { limits } from "../../platform/limits.ts";

const runtimeInput = z.strictObject({ boundary: optional(boundaryName), env: optional(env) }).meta({
  id: "AgentRuntimeInput",
  description: "Runtime configuration of an agent.",
  examples: [{ boundary: "default", env: { REGION: "eu" } }],
});

/** A new agent. */
export const createAgentBody = z
  .strictObject({
    id: agentId,
    name: optional(agentName),
    source: optional(agentSource),
    baseUrl: optional(baseUrl),
    apiKey: optional(agentKey),
    tools: optional(tools),
    groups: optional(groups),
    categories: optional(categories),
    runtime: optional(runtimeInput),
    status: optional(
      z
        .enum(["pending", "active"])
        .meta({ description: "Initial state; default `active`. `pending` delays activation." }),
    ),
  })
  .meta({
    id: "CreateAgent",
    description:
      "A new agent; only `id` is required. Defaults: `name` is the id, `source` is `url` if `baseUrl` is given and `builtin` if not, lists are empty, and the boundary is `default`.",
    examples: [
      {
        id: "triage-bot",
        name: "Triage assistant",
        baseUrl: "https://triage.example.org",
        apiKey: "sk-example-4b1f9c7Qx2",
        tools: ["chart.read", "chart.write"],
        categories: ["triage"],
      },
    ],
  });

const runtimeUpdate = z
  .strictObject({ status: optional(runtimeStatus), boundary: optional(boundaryName), env: optional(env) })
  .meta({
    id: "UpdateAgentRuntime",
    description: "Changes to the runtime configuration; `env` is replaced as a whole.",
    examples: [{ boundary: "clinic" }],
  });

const isGiven = (value: unknown): boolean =>
  isRecord(value) ? Object.values(value).some((member) => member !== undefined) : value !== undefined;

/** The changes to an agent. */
export const updateAgentBody = z
  .strictObject({
    name: optional(agentName),
    source: optional(agentSource),
    baseUrl: optional(baseUrl),
    tools: optional(tools),
    groups: optional(groups),
    categories: optional(categories),
    runtime: optional(runtimeUpdate),
    status: optional(agentStatus),
  })
  .refine((body) => Object.values(body).some(isGiven), {
    error: "must set at least one of name, source, baseUrl, tools, groups, categories, runtime, status",
  })
  .meta({
    id: "UpdateAgent",
    description: "The changes; at least one member. Lists are replaced as a whole.",
    examples: [{ tools: ["chart.read"], runtime: { boundary: "clinic" } }],
  });

/** The reason for a new agent state. */
export const moveAgentBody = z
  .strictObject({ reason: optional(longText("Reason, stored in the evidence log.")) })
  .meta({
    id: "MoveAgent",
    description: "The reason for the change.",
    examples: [{ reason: "Prescribed twice last night." }],
  });

/** The body of a request that replaces an agent's API key. */
export const rotateAgentKeyBody = z.strictObject({ apiKey: agentKey }).meta({
  id: "RotateAgentKey",
  description: "The new key, which replaces the current one.",
  examples: [{ apiKey: "sk-example-8d2e0a9Lm5" }],
});

/** The body of a request that replaces the list of attached policies. */
export const setPoliciesBody = z
  .strictObject({
    policyIds: givenPolicyIds
      .refine((ids) => attachedPolicies(ids).length <= limits.policiesPerAgent, {
        error: `must name at most ${limits.policiesPerAgent} policies besides the baseline`,
      })
      .meta({
        description: `The policies to attach, in order; at most ${limits.policiesPerAgent}. Duplicates and \`latch-0\` to \`latch-5\` are ignored.`,
      }),
  })
  .meta({
    id: "SetAgentPolicies",
    description: "The complete list of attached policies; policies that it does not contain are detached.",
    examples: [{ policyIds: ["no-prescriptions"] }],
  });

/** A validated request that creates an agent. */
export type CreateAgentBody = z.output<typeof createAgentBody>;

/** A validated request to change an agent. */
export type UpdateAgentBody = z.output<typeof updateAgentBody>;

/** The contents of an agent, without its state, policies and key. */
export interface AgentContents {
  name: string;
  source: z.output<typeof agentSource>;
  baseUrl: string;
  categories: string[];
  tools: string[];
  groups: string[];
  boundary: string;
  env: Record<string, string>;
}

/** The contents of a new agent; missing members have defaults. */
export const agentContents = (body: CreateAgentBody): AgentContents => ({
  name: body.name ?? body.id,
  source: body.source ?? (body.baseUrl ? "url" : "builtin"),
  baseUrl: body.baseUrl ?? "",
  categories: body.categories ?? [],
  tools: body.tools ?? [],
  groups: body.groups ?? [],
  boundary: body.runtime?.boundary ?? "default",
  env: body.runtime?.env ?? {},
});

/** The changed contents, without the state; absent members stay unchanged. */
export function agentChanges(body: UpdateAgentBody): Partial<AgentContents & { runtimeStatus: string }> {
  const { name, source, baseUrl: address, categories: filed, tools: allowed, groups: member, runtime } = body;
  const all = {
    name,
    source,
    baseUrl: address,
    categories: filed,
    tools: allowed,
    groups: member,
    boundary: runtime?.boundary,
    env: runtime?.env,
    runtimeStatus: runtime?.status,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The names of the requested members that differ from the stored ones, in the order of the request. */
export const agentDifferences = <T extends object>(present: T, requested: Partial<T>): string[] =>
  Object.entries(requested).flatMap(([name, value]) =>
    jsonEquals(Reflect.get(present, name), value) ? [] : [name],
  );
