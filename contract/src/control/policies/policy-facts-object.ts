import * as z from "zod";
import { harmlessFacts, riskLevels } from "../../domain/policy/policy-facts.ts";
import { timeFactsOf } from "../../domain/policy/time-facts.ts";
import { limits } from "../../platform/limits.ts";
import { timeZoneName } from "../../platform/validation/time-zone-name.ts";
import { milliseconds, timestampInput } from "../../platform/common.ts";

const names = (description: string) =>
  z.array(z.string().max(256)).max(limits.ancestorsPerEntity).meta({ description });
const texts = (description: string) => z.array(z.string().max(300)).max(200).meta({ description });

const time = {
  date: z
    .string()
    .max(10)
    .regex(/^\d{4}-\d\d-\d\d$/, { error: "must be a date such as 2026-03-31" })
    .meta({ description: "Local date in `zone`." }),
  dayOfWeek: z.int().min(1).max(7).meta({ description: "1 (Monday) to 7 (Sunday), in `zone`." }),
  epochMs: milliseconds("The moment.").max(Date.UTC(10_000, 0, 1) - 1),
  hour: z.int().min(0).max(23).meta({ description: "Hour from 0 to 23, in `zone`." }),
  instant: timestampInput("The moment; policies receive a `datetime`."),
  minute: z.int().min(0).max(59).meta({ description: "Minute from 0 to 59, in `zone`." }),
  zone: timeZoneName("IANA name of the time zone."),
};

const exampleTime = timeFactsOf(Date.UTC(2026, 2, 2, 8, 30), "Europe/Berlin");

const timeFacts = z.object(time).meta({
  id: "TimeFacts",
  description: "The moment of the decision, in the time zone of the settings.",
  examples: [exampleTime],
});

const timeFactsPart = z
  .strictObject(time)
  .partial()
  .meta({
    id: "PolicyTestTime",
    description:
      "The moment of the call, by default 2026-01-01T12:00:00Z. Omitted members are computed from `epochMs`, or from `instant` if `epochMs` is absent, in `zone` (default `UTC`).",
    examples: [{ instant: "2026-03-02T07:30:00Z", zone: "Europe/Berlin" }],
  });

const members = {
  agentKnown: z
    .boolean()
    .meta({ description: "Whether the subject is a registered agent of the workspace." }),
  agentActive: z.boolean().meta({ description: "Whether the agent is active." }),
  agentAuthenticated: z
    .boolean()
    .meta({ description: "Whether the caller's API key is bound to the subject." }),
  agentStatus: z.string().max(128).meta({ description: "Status of the agent; `unknown` without an agent." }),
  agentGroups: names("Groups of the subject: names of its ancestors of the type `agent_group`."),
  toolGroups: names("Groups of the resource: names of its ancestors of the type `tool_group`."),
  toolDeclared: z.boolean().meta({ description: "Whether the resource is a tool that the agent may call." }),
  boundary: z.string().max(300).meta({ description: "Name of the agent's execution boundary." }),
  egressInside: z.boolean().meta({ description: "Whether every host in the call is inside the boundary." }),
  egressHosts: texts("Hosts in the call."),
  egressOutside: texts("Hosts outside the boundary."),
  secretsFound: z
    .int()
    .min(0)
    .meta({ description: "Number of texts in the arguments that contain secret material." }),
  secretTypes: texts("Kinds of the secret material."),
  risk: z.enum(riskLevels).meta({ description: "Risk level of the call." }),
  riskRank: z.int().min(0).max(2).meta({ description: "Risk as a number: 0 low, 1 medium, 2 high." }),
  approved: z.boolean().meta({ description: "Whether a human has approved exactly this action." }),
  rateExceeded: z.boolean().meta({ description: "Whether the agent has reached its rate ceiling." }),
  budgetExceeded: z.boolean().meta({ description: "Whether the agent has reached its spend ceiling." }),
};

/**
 * The facts of a request, which policies read as `context.facts`. The first events contained neither a time
 * nor `agentAuthenticated`.
 */
export const policyFacts = z
  .object({
    ...members,
    agentAuthenticated: members.agentAuthenticated.optional(),
    agentGroups: members.agentGroups.optional(),
    toolGroups: members.toolGroups.optional(),
    now: timeFacts.optional(),
  })
  .meta({
    id: "PolicyFacts",
    description: "The facts of a request: `context.facts` of every policy.",
    examples: [
      {
        ...harmlessFacts,
        egressHosts: [],
        egressOutside: [],
        secretTypes: [],
        agentGroups: [],
        toolGroups: [],
      },
    ],
  });

/** The facts of a test case; an omitted fact has a harmless default. */
export const policyFactsPart = z
  .strictObject({ ...members, now: timeFactsPart })
  .partial()
  .meta({
    id: "PolicyTestFacts",
    description: "`context.facts`; omitted facts have the values of a call that the baseline allows.",
    examples: [{ risk: "high", riskRank: 2 }],
  });
