import * as z from "zod";
import { harmlessFacts, riskLevels } from "../../domain/policy/policy-facts.ts";

const texts = (description: string) => z.array(z.string().max(300)).max(200).meta({ description });

const members = {
  agentKnown: z
    .boolean()
    .meta({ description: "Whether the subject is a registered agent of the workspace." }),
  agentActive: z.boolean().meta({ description: "Whether the agent is active." }),
  agentStatus: z.string().max(128).meta({ description: "Status of the agent; `unknown` without an agent." }),
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

/** The facts of a request that policies receive: `context.facts`. */
export const policyFacts = z.object(members).meta({
  id: "PolicyFacts",
  description: "The facts of a request: `context.facts` of every policy.",
  examples: [{ ...harmlessFacts, egressHosts: [], egressOutside: [], secretTypes: [] }],
});

/** Facts of a test case; omitted ones have harmless defaults. */
export const policyFactsPart = z
  .strictObject(members)
  .partial()
  .meta({
    id: "PolicyTestFacts",
    description: "`context.facts`; omitted facts have the values of a call that the baseline allows.",
    examples: [{ risk: "high", riskRank: 2 }],
  });
