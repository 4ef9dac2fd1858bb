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
import { scopePresetNames, scopes } from "../platform/scopes.ts";

const scope = z
  .enum(scopes)
  .meta({ id: "Scope", description: "One permission of an API key.", examples: ["datasets:read"] });

const exampleKey = {
  id: exampleIds.apiKey,
  object: "api_key" as const,
  name: "Nightly evaluation",
  scopes: ["datasets:read" as const, "evaluations:write" as const],
  projects: null,
  reviewer: null,
  last4: "x8Qd",
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  created_at: exampleInstant,
};
const exampleSecret = "assay_live_4fKz0bWqTn7RvYc2XsJm9HdLpGe3UaQi1NoC8B5h";

const apiKey = z
  .object({
    id: idOf("api_key"),
    object: z.literal("api_key").meta({ description: "Always `api_key`." }),
    name: nameText("What the key is for."),
    scopes: z.array(scope).max(scopes.length).meta({ description: "What the key may do." }),
    projects: z
      .array(idOf("project"))
      .max(100)
      .nullable()
      .meta({ description: "The only projects the key may reach; null: all of the workspace." }),
    reviewer: idOf("reviewer")
      .nullable()
      .meta({ description: "The reviewer as whom the key acts; null: none." }),
    last4: z.string().length(4).meta({ description: "The last four characters of the present secret." }),
    expires_at: timestamp("When the key stops working; null: never.").nullable(),
    last_used_at: timestamp("When the key was last used (to the minute); null: never.").nullable(),
    revoked_at: timestamp("When the key was revoked; null: it was not.").nullable(),
    created_at: timestamp("When the key was made."),
  })
  .meta({
    id: "ApiKey",
    description: "An API key of the workspace, without its secret.",
    examples: [exampleKey],
  });

const secret = z
  .string()
  .max(60)
  .meta({ description: "The secret itself, shown this once: `assay_live_` and 38 characters." });

const createdApiKey = apiKey.extend({ secret }).meta({
  id: "CreatedApiKey",
  description: "A new API key with its secret.",
  examples: [{ ...exampleKey, secret: exampleSecret }],
});

const rotatedApiKey = apiKey
  .extend({
    secret,
    previous_secret_expires_at: timestamp("Until when the secret before works too."),
  })
  .meta({
    id: "RotatedApiKey",
    description: "An API key with its new secret.",
    examples: [
      { ...exampleKey, secret: exampleSecret, previous_secret_expires_at: "2026-03-03T09:30:00.000Z" },
    ],
  });

const createApiKeyBody = z
  .strictObject({
    name: nameText("What the key is for."),
    scopes: optional(
      z
        .array(scope)
        .min(1)
        .max(scopes.length)
        .meta({ description: "What the key may do; or give `preset`." }),
    ),
    preset: optional(
      z.enum(scopePresetNames).meta({
        id: "ScopePreset",
        description: "A named set of scopes; or give `scopes`.",
        examples: ["viewer"],
      }),
    ),
    projects: optional(
      z.array(reference("project")).min(1).max(100).meta({
        description: "Restrict the key to these projects; left out: as far as the calling key reaches.",
      }),
    ),
    reviewer: optional(
      reference("reviewer", "The reviewer as whom the key acts: who submits and whose queue it is."),
    ),
    expires_at: optional(timestampInput("When the key stops working; left out: never.")),
  })
  .refine((body) => (body.scopes === undefined) !== (body.preset === undefined), {
    error: "must have exactly one of scopes and preset",
  })
  .meta({
    id: "CreateApiKey",
    description: "A new key; it can be given only what the calling key may do itself.",
    examples: [{ name: "Nightly evaluation", scopes: ["datasets:read", "evaluations:write"] }],
  });

/** A validated body that creates a key; it has exactly one of `scopes` and `preset`. */
export type CreateApiKeyBody = z.output<typeof createApiKeyBody>;

const rotateApiKeyBody = z
  .strictObject({
    grace_seconds: graceSeconds("How long the old secret still works"),
  })
  .meta({ id: "RotateApiKey", description: "How to rotate.", examples: [{ grace_seconds: 3600 }] });

export const apiKeyRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/api_keys",
    summary: "Create an API key",
    description: "The secret is in this answer only; a keyed hash of it is stored.",
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
    description: "Newest first, revoked and expired ones included, never with a secret.",
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
      "The key stops working in every server process within 5 seconds. Revoking it again changes nothing.",
    pathParams: pathId("api_key"),
    responses: answers({ 200: apiKey }),
    metadata: { operationId: "revokeApiKey", tag: "API keys", scope: "keys:admin", sdk: "apiKeys.revoke" },
  }),
  rotate: route({
    method: "POST",
    path: "/v1/api_keys/:id/rotate",
    summary: "Give an API key a new secret",
    description:
      "The old secret works on for the grace period. A revoked or expired key cannot be rotated: 409.",
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
