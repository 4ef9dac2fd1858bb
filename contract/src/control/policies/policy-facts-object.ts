import * as z from "zod";
import { harmlessFacts, riskLevels } from "../../domain/policy/policy-facts.ts";

const texts = (description: string) => z.array(z.string().max(300)).max(200).meta({ description });

const members = {
  agentKnown: z.boolean().meta({ description: "Whether the subject is an agent of the workspace." }),
  agentActive: z.boolean().meta({ description: "Whether it is active." }),
  agentStatus: z.string().max(128).meta({ description: "Its status; `unknown` when there is none." }),
  toolDeclared: z.boolean().meta({ description: "Whether the resource is a tool that the agent may call." }),
  boundary: z.string().max(300).meta({ description: "Name of the agent's execution boundary." }),
  egressInside: z.boolean().meta({ description: "Whether every host that the call names lies inside it." }),
  egressHosts: texts("Hosts that the call names."),
  egressOutside: texts("Those of them that lie outside the boundary."),
  secretsFound: z.int().min(0).meta({ description: "Places in the arguments that hold secret material." }),
  secretTypes: texts("Kinds of it."),
  risk: z.enum(riskLevels).meta({ description: "How dangerous the call is." }),
  riskRank: z.int().min(0).max(2).meta({ description: "0 low, 1 medium, 2 high." }),
  approved: z.boolean().meta({ description: "Whether a human has approved this very action." }),
  rateExceeded: z.boolean().meta({ description: "Whether the agent has reached its ceiling of calls." }),
  budgetExceeded: z.boolean().meta({ description: "Whether the agent has reached its ceiling of spend." }),
};

/** The facts of a request that policies receive: `context.facts`. */
export const policyFacts = z.object(members).meta({
  id: "PolicyFacts",
  description: "What policies are told of a request: `context.facts`.",
  examples: [{ ...harmlessFacts, egressHosts: [], egressOutside: [], secretTypes: [] }],
});

/** Facts of a test case; omitted ones have harmless defaults. */
export const policyFactsPart = z
  .strictObject(members)
  .partial()
  .meta({
    id: "PolicyTestFacts",
    description: "`context.facts`; those left out are of a call that the baseline has nothing against.",
    examples: [{ risk: "high", riskRank: 2 }],
  });
