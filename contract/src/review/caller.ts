import * as z from "zod";
import { answers, c, route } from "../platform/c.ts";
import { idOf, nameText, timestamp } from "../platform/common.ts";
import { exampleIds } from "../platform/example-values.ts";
import { limits } from "../platform/limits.ts";
import { scopePresetNames, scopes } from "../platform/scopes.ts";
import { scope } from "../workspace/api-keys.ts";
import { reviewer } from "./reviewers/reviewers.ts";

const exampleCaller = {
  object: "caller" as const,
  via: "key" as const,
  key: {
    id: exampleIds.apiKey,
    name: "Approvals desk",
    scopes: ["approvals:read" as const, "approvals:decide" as const],
    preset: null,
    expires_at: null,
  },
  workspace: { id: "0195b4c6-9f0e-7c53-8a7d-2f4f0c5e8b11", name: "Riverside clinic" },
  reviewer: null,
  agent: null,
  projects: null,
  session: null,
};

const callingKey = z.object({
  id: idOf("api_key"),
  name: nameText("Purpose of the key."),
  scopes: z.array(scope).max(scopes.length).meta({ description: "Permissions of the key." }),
  preset: z
    .enum(scopePresetNames)
    .nullable()
    .meta({ description: "The preset that has exactly the scopes of the key; null if there is none." }),
  expires_at: timestamp("Time at which the key expires; null if it does not expire.").nullable(),
});

const caller = z
  .object({
    object: z.literal("caller").meta({ description: "Always `caller`." }),
    via: z
      .enum(["key", "session"])
      .meta({ description: "`key` for a request with an API key, `session` for one of the console." }),
    key: callingKey.meta({ description: "The API key with which the request was made." }),
    workspace: z
      .object({
        id: z.string().max(64).meta({ description: "The `workspaceId` of verification records." }),
        name: nameText("Name of the workspace."),
      })
      .meta({ description: "The workspace of the key." }),
    reviewer: reviewer
      .nullable()
      .meta({ description: "The reviewer for whom the key acts; null if there is none." }),
    agent: z
      .object({
        id: z.string().min(1).max(128).meta({ description: "Id of the agent." }),
        tools: z
          .array(z.string().min(1).max(limits.toolCharacters))
          .max(limits.toolsPerAgent)
          .meta({ description: "Tools that the agent may call, as registered." }),
      })
      .nullable()
      .meta({ description: "The agent to which the key is bound; null if the key is not bound." }),
    projects: z
      .array(z.object({ id: idOf("project"), name: nameText("Name of the project.") }))
      .max(100)
      .nullable()
      .meta({ description: "Projects that the key can access; null for the whole workspace." }),
    session: z
      .object({
        expires_at: timestamp("Time at which the session ends."),
        idle_expires_at: timestamp("Time at which the session ends without further requests."),
      })
      .nullable()
      .meta({ description: "The session of the console; null for a request with an API key." }),
  })
  .meta({
    id: "Caller",
    description: "Who makes the request, and what they may do.",
    examples: [exampleCaller],
  });

export const callerRoutes = c.router({
  get: route({
    method: "GET",
    path: "/v1/me",
    summary: "Get the caller",
    description:
      "Returns the API key of the request with its scopes, its workspace, and the reviewer or agent for whom it acts.",
    responses: answers({ 200: caller }),
    metadata: { operationId: "getCaller", tag: "API keys", scope: "any", sdk: "me" },
  }),
});
