import * as z from "zod";
import { answers, c, route } from "../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  listOf,
  nameText,
  optional,
  paging,
  pathId,
  reference,
  timestamp,
  timestampInput,
  graceSeconds,
} from "../platform/common.ts";
import { exampleIds, exampleInstant } from "../platform/example-values.ts";
import { agentScopes, type Scope, scopePresetNames, scopes } from "../platform/scopes.ts";

/** The schema of one scope. */
export const scope = z
  .enum(scopes)
  .meta({ id: "Scope", description: "One permission of an API key.", examples: ["datasets:read"] });

const exampleKey = {
  id: exampleIds.apiKey,
  object: "api_key" as const,
  name: "Nightly evaluation",
  scopes: ["datasets:read" as const, "evaluations:write" as const],
  projects: null,
  reviewer: null,
  agent: null,
  last4: "x8Qd",
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  created_at: exampleInstant,
};
const exampleSecret = "assay_live_4fKz0bWqTn7RvYc2XsJm9HdLpGe3UaQi1NoC8B5h";

/** The id of an agent. The request that creates a key checks whether the agent exists. */
const agentName = z.string().min(1).max(128);

const apiKey = z
  .object({
    id: idOf("api_key"),
    object: z.literal("api_key").meta({ description: "Always `api_key`." }),
    name: nameText("Purpose of the key."),
    scopes: z.array(scope).max(scopes.length).meta({ description: "Permissions of the key." }),
    projects: z
      .array(idOf("project"))
      .max(100)
      .nullable()
      .meta({ description: "Projects that the key can access; null for the whole workspace." }),
    reviewer: idOf("reviewer")
      .nullable()
      .meta({ description: "The reviewer for whom the key acts; null if there is none." }),
    agent: agentName.nullable().meta({
      description:
        "The agent to which the key is bound; the key cannot be used for any other agent. Null if the key is not bound.",
    }),
    last4: z.string().length(4).meta({ description: "The last four characters of the current secret." }),
    expires_at: timestamp("Time at which the key expires; null if it does not expire.").nullable(),
    last_used_at: timestamp("Time of last use (to the minute); null if the key was never used.").nullable(),
    revoked_at: timestamp("Revocation time; null if the key is not revoked.").nullable(),
    created_at: timestamp("Creation time."),
  })
  .meta({
    id: "ApiKey",
    description: "An API key of the workspace, without its secret.",
    examples: [exampleKey],
  });

const secret = z
  .string()
  .max(60)
  .meta({ description: "The secret, shown only once: `assay_live_` followed by 38 characters." });

const createdApiKey = apiKey.extend({ secret }).meta({
  id: "CreatedApiKey",
  description: "A new API key with its secret.",
  examples: [{ ...exampleKey, secret: exampleSecret }],
});

const rotatedApiKey = apiKey
  .extend({
    secret,
    previous_secret_expires_at: timestamp("Time until which the previous secret stays valid."),
  })
  .meta({
    id: "RotatedApiKey",
    description: "An API key with its new secret.",
    examples: [
      { ...exampleKey, secret: exampleSecret, previous_secret_expires_at: "2026-03-03T09:30:00.000Z" },
    ],
  });

interface AgentKeyParts {
  agent?: string | undefined;
  preset?: string | undefined;
  scopes?: readonly Scope[] | undefined;
}

/** Refuses scopes that a bound key must not have, and the preset `agent` without an agent. */
function refuseAgentScopes(
  { agent, preset, scopes: given = [] }: AgentKeyParts,
  context: z.core.$RefinementCtx,
): void {
  const refuse = (path: (string | number)[], input: unknown, message: string): void =>
    context.addIssue({ code: "custom", path, message, input });
  if (agent === undefined && preset === "agent")
    refuse(
      ["agent"],
      undefined,
      "is required with the preset agent; for a key for several agents, use the preset gateway",
    );
  if (agent === undefined) return;
  if (preset !== undefined && preset !== "agent")
    refuse(["preset"], preset, "must be agent, because the key is bound to an agent");
  const allowed = `must be one of ${agentScopes.join(", ")}, because the key is bound to an agent`;
  for (const [index, one] of given.entries())
    if (!agentScopes.includes(one)) refuse(["scopes", index], one, allowed);
}

/** The schema of a request that creates an API key. */
export const createApiKeyBody = z
  .strictObject({
    name: nameText("Purpose of the key."),
    scopes: optional(
      z
        .array(scope)
        .min(1)
        .max(scopes.length)
        .meta({ description: "Permissions of the key. Send either `scopes` or `preset`." }),
    ),
    preset: optional(
      z.enum(scopePresetNames).meta({
        id: "ScopePreset",
        description: "A named set of scopes. Send either `preset` or `scopes`.",
        examples: ["viewer"],
      }),
    ),
    projects: optional(
      z.array(reference("project")).min(1).max(100).meta({
        description:
          "Projects to which the key is restricted; by default those that the calling key can access.",
      }),
    ),
    reviewer: optional(
      reference(
        "reviewer",
        "The reviewer for whom the key acts. The reviewer is the author of reviews submitted with the key, and the key returns the reviewer's queue.",
      ),
    ),
    agent: optional(
      agentName.meta({
        description: `The agent to which the key is bound; this cannot change. A bound key can have only the scopes ${agentScopes.join(", ")}. The preset \`agent\` requires this member.`,
      }),
    ),
    expires_at: optional(timestampInput("Time at which the key expires; absent if it does not expire.")),
  })
  .refine((body) => (body.scopes === undefined) !== (body.preset === undefined), {
    error: "must have exactly one of scopes and preset",
  })
  .superRefine(refuseAgentScopes)
  .meta({
    id: "CreateApiKey",
    description: "A new key, with at most the permissions of the calling key.",
    examples: [{ name: "Nightly evaluation", scopes: ["datasets:read", "evaluations:write"] }],
  });

/** A validated request body that creates a key. It has exactly one of `scopes` and `preset`. */
export type CreateApiKeyBody = z.output<typeof createApiKeyBody>;

const rotateApiKeyBody = z
  .strictObject({
    grace_seconds: graceSeconds("How long the previous secret stays valid"),
  })
  .meta({
    id: "RotateApiKey",
    description: "Options for the rotation.",
    examples: [{ grace_seconds: 3600 }],
  });

export const apiKeyRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/api_keys",
    summary: "Create an API key",
    description:
      "Creates an API key. Only this response contains the secret; the server stores a keyed hash of it.",
    headers: idempotencyHeaders,
    body: createApiKeyBody,
    responses: answers({ 201: createdApiKey }, 409, 422),
    metadata: {
      operationId: "createApiKey",
      tag: "API keys",
      scope: "keys:admin",
      sdk: "apiKeys.create",
      secretBearing: true,
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/api_keys",
    summary: "List API keys",
    description:
      "Returns API keys, newest first, including revoked and expired keys. Responses do not contain secrets.",
    query: z.strictObject(paging),
    responses: answers({ 200: listOf("ApiKeyList", apiKey, exampleKey) }),
    metadata: {
      operationId: "listApiKeys",
      tag: "API keys",
      scope: "keys:admin",
      sdk: "apiKeys.list",
      paginated: true,
    },
  }),
  revoke: route({
    method: "DELETE",
    path: "/v1/api_keys/:id",
    summary: "Revoke an API key",
    description:
      "Revokes the key. Every server process rejects it within 5 seconds. Repeating the request changes nothing.",
    pathParams: pathId("api_key"),
    responses: answers({ 200: apiKey }),
    metadata: { operationId: "revokeApiKey", tag: "API keys", scope: "keys:admin", sdk: "apiKeys.revoke" },
  }),
  rotate: route({
    method: "POST",
    path: "/v1/api_keys/:id/rotate",
    summary: "Rotate an API key's secret",
    description:
      "Creates a new secret. The previous secret stays valid for the grace period. 409 for a revoked or expired key.",
    pathParams: pathId("api_key"),
    headers: idempotencyHeaders,
    body: rotateApiKeyBody,
    responses: answers({ 200: rotatedApiKey }, 409),
    metadata: {
      operationId: "rotateApiKey",
      tag: "API keys",
      scope: "keys:admin",
      sdk: "apiKeys.rotate",
      secretBearing: true,
    },
  }),
});
