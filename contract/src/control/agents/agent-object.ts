import * as z from "zod";
import { distinct } from "../../platform/validation/distinct.ts";
import { milliseconds, nameText, refusingProto, withinBytes } from "../../platform/common.ts";
import { agentStatuses } from "../../domain/agents/agent-states.ts";
import { isNamePattern, matchesEverything, maxPatternStars } from "../../domain/agents/name-pattern.ts";
import { parsedUrl } from "../../domain/values/texts/parsed-url.ts";
import { groupName } from "../hierarchy/entity-name.ts";
import { limits } from "../../platform/limits.ts";

/** The id of an agent, chosen by the client. */
export const agentId = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$/, {
    error: "must consist of 1 to 128 ASCII letters, digits and ._:@/-, and start with a letter or digit",
  })
  .meta({ description: "Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters." });

/** An agent id in a path: any text; the handler responds 404 to an unknown id. */
export const pathAgent = z.object({
  id: nameText("Id of the agent; encode a `/` in the id as `%2F`."),
});

export const agentName = nameText("Display name.");
export const agentSource = z
  .enum(["builtin", "url", "github", "fork"])
  .meta({ description: "Origin of the agent." });
export const agentStatus = z.enum(agentStatuses).meta({
  description: "`pending`, `active`, `suspended`, `quarantined` or `retired`; only an active agent may act.",
});

function isBaseUrl(text: string): boolean {
  if (text === "") return true;
  const url = parsedUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

export const baseUrl = z
  .string()
  .max(2000)
  .refine(isBaseUrl, { error: "must be empty, or an http address without user name and password" })
  .meta({ description: "Base URL of the agent; empty if the agent has none." });

export const categories = distinct(z.array(nameText("A category.")).max(50)).meta({
  description: "Categories of the agent.",
});

/** The name of a tool, or a pattern of names. */
export const toolPattern = z
  .string()
  .max(limits.toolCharacters)
  .refine(isNamePattern, {
    error: `must be a tool name or a pattern of 1 to ${limits.toolCharacters} characters with at most ${maxPatternStars} *`,
  })
  .meta({ description: "Name of a tool or a pattern, case-sensitive; `*` matches any characters." });

export const tools = distinct(z.array(toolPattern).max(limits.toolsPerAgent))
  .refine((names) => names.length < 2 || !names.some(matchesEverything), {
    error: 'must not have other items besides "*"',
  })
  .meta({
    description:
      'Tools that the agent may call, by name or pattern. An empty list permits no tool, and `["*"]` permits every tool. In a pattern, `*` matches any characters.',
  });

/** The groups of an agent. */
export const groups = distinct(z.array(groupName).max(limits.parentsPerEntity)).meta({
  description:
    'Groups of the agent. In policies, the agent is `in` each `agent_group::"name"` and the ancestors of this entity.',
});

/** An API key of an agent; error messages never repeat it. */
export const agentKey = z.string().min(1).max(limits.agentKeyCharacters).meta({
  description: "Secret of the agent: stored encrypted, never returned; responses have only `apiKeyMasked`.",
});

/** Name of an execution boundary. */
export const boundaryName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, {
    error: "must consist of ASCII letters, digits and ._-, and start with a letter or digit",
  })
  .meta({
    description:
      "Execution boundary: `default`, or one of the settings' `boundaries`; letters, digits and `._-`.",
  });

const envSchema = z.record(
  z
    .string()
    .max(128)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
      error: "must consist of ASCII letters, digits and _, and start with a letter or _",
    }),
  z.string().max(4096),
);
export const env = refusingProto(
  envSchema.refine((value) => withinBytes(value, limits.agentEnvBytes), {
    error: `must be at most ${limits.agentEnvBytes} bytes of JSON`,
  }),
).meta({ description: "Environment variables, returned unchanged. Do not store secrets here." });

export const runtimeStatus = z.string().min(1).max(64).meta({
  description: "Runtime status reported by the operator of the agent, as a free text; initially `ready`.",
});

const policyId = z.string().min(1).max(128).meta({ description: "Id of a policy." });
const policyIds = z.array(policyId).max(limits.policiesPerAgent).meta({
  description: "Attached policies, in order, without the baseline.",
});

/**
 * A list of policies to attach. Duplicates and baseline policies in it are dropped and do not count as
 * attached.
 */
export const givenPolicyIds = z.array(policyId).max(1000);

export const exampleAgent = {
  id: "triage-bot",
  name: "Triage assistant",
  source: "url" as const,
  status: "active" as const,
  baseUrl: "https://triage.example.org",
  apiKeyMasked: "sk-****7Qx2",
  categories: ["triage"],
  tools: ["chart.read", "chart.write"],
  groups: ["interns"],
  policyIds: ["no-prescriptions"],
  runtime: { status: "ready", boundary: "default", env: { REGION: "eu" }, provisionedAt: 1_772_443_800_000 },
  createdAt: 1_772_443_800_000,
  updatedAt: 1_772_443_800_000,
};

const runtime = z
  .object({
    status: runtimeStatus,
    boundary: boundaryName,
    env,
    provisionedAt: milliseconds("Time of set-up: the creation of the agent."),
  })
  .meta({
    id: "AgentRuntime",
    description: "Runtime configuration of an agent.",
    examples: [exampleAgent.runtime],
  });

/** An agent, as in responses. */
export const agent = z
  .object({
    id: agentId,
    name: agentName,
    source: agentSource,
    status: agentStatus,
    baseUrl,
    apiKeyMasked: z.string().max(100).meta({
      description:
        "Masked key. A key of 16 or more characters: its prefix, `****` and its last 4 characters. A key of 8 to 15 characters: `****` and its last 4 characters. A shorter key: `****`. No key: an empty string.",
    }),
    categories,
    tools,
    groups,
    policyIds,
    runtime,
    createdAt: milliseconds("Creation time."),
    updatedAt: milliseconds("Time of the last change."),
  })
  .meta({
    id: "Agent",
    description: "An agent that requests a decision before each action.",
    examples: [exampleAgent],
  });
