/** How dangerous a call is, from the least to the most. */
export const riskLevels = ["low", "medium", "high"] as const;

/** How dangerous a call is. */
export type RiskLevel = (typeof riskLevels)[number];

/**
 * What policies are told of a request, worked out beforehand: `context.facts` of every policy. The engine answers from
 * them five times faster than from entities. Sets are sorted and hold nothing twice.
 */
export interface PolicyFacts {
  /** Whether the subject is an agent that the workspace has. */
  agentKnown: boolean;
  agentActive: boolean;
  /** `unknown` for an agent that the workspace has not. */
  agentStatus: string;
  /** Whether the resource is a tool that the agent may call; `["*"]` declares every tool. */
  toolDeclared: boolean;
  /** Name of the agent's execution boundary. */
  boundary: string;
  /** Whether every host that the call names lies inside the boundary. */
  egressInside: boolean;
  /** Hosts that the call names, in lower case; at most 100. */
  egressHosts: readonly string[];
  /** Those of them that lie outside. */
  egressOutside: readonly string[];
  /** Places in the arguments that hold secret material. */
  secretsFound: number;
  /** Kinds of it. */
  secretTypes: readonly string[];
  risk: RiskLevel;
  /** 0 low, 1 medium, 2 high: for comparing. */
  riskRank: number;
  /** Whether a human has approved this very action. */
  approved: boolean;
  rateExceeded: boolean;
  budgetExceeded: boolean;
}

/** A host that lies outside the boundary, and why. */
export interface EgressFinding {
  host: string;
  /** Completes "… is": `a loopback address`. */
  because: string;
}

/** Secret material in the arguments: its kind and its place, never the value. */
export interface SecretFinding {
  type: string;
  /** JSON Pointer into the arguments; ends in `/*` for a member whose name is the secret. */
  path: string;
}

/** The facts of a request, and what they rest on. */
export interface FactReport {
  facts: PolicyFacts;
  egress: readonly EgressFinding[];
  secrets: readonly SecretFinding[];
}

/** Facts of a call that the baseline has nothing against: what test cases of policies start from. */
export const harmlessFacts: PolicyFacts = {
  agentKnown: true,
  agentActive: true,
  agentStatus: "active",
  toolDeclared: true,
  boundary: "default",
  egressInside: true,
  egressHosts: [],
  egressOutside: [],
  secretsFound: 0,
  secretTypes: [],
  risk: "low",
  riskRank: 0,
  approved: false,
  rateExceeded: false,
  budgetExceeded: false,
};
