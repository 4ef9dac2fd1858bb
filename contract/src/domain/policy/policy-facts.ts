import { completeTimeFacts, type TimeFacts } from "./time-facts.ts";

/** Risk levels of a call, in ascending order. */
export const riskLevels = ["low", "medium", "high"] as const;

/** The risk level of a call. */
export type RiskLevel = (typeof riskLevels)[number];

/**
 * The precomputed facts of a request: `context.facts` of every policy. The engine evaluates facts five times
 * faster than entities. Sets are sorted and have no duplicates.
 */
export interface PolicyFacts {
  /** Whether the subject is a registered agent of the workspace. */
  agentKnown: boolean;
  agentActive: boolean;
  /** Whether the caller's API key is bound to the subject. */
  agentAuthenticated: boolean;
  /** `unknown` if the workspace does not have the agent. */
  agentStatus: string;
  /** The groups of the subject: the names of its ancestors of the type `agent_group`. */
  agentGroups: readonly string[];
  /** The groups of the resource: the names of its ancestors of the type `tool_group`. */
  toolGroups: readonly string[];
  /** Whether the resource is a tool that the agent may call; `["*"]` declares every tool. */
  toolDeclared: boolean;
  /** Name of the agent's execution boundary. */
  boundary: string;
  /** Whether every host in the call is inside the boundary. */
  egressInside: boolean;
  /** Hosts in the call, in lower case; at most 100. */
  egressHosts: readonly string[];
  /** The hosts outside the boundary. */
  egressOutside: readonly string[];
  /** Number of texts in the request that contain secret material. */
  secretsFound: number;
  /** Kinds of the secret material in the request. */
  secretTypes: readonly string[];
  risk: RiskLevel;
  /** The risk as a number, for comparisons: 0 low, 1 medium, 2 high. */
  riskRank: number;
  /** Whether a human has approved exactly this action. */
  approved: boolean;
  rateExceeded: boolean;
  budgetExceeded: boolean;
  /** The moment of the decision. */
  now: TimeFacts;
}

/** A host outside the boundary, with the reason. */
export interface EgressFinding {
  host: string;
  /** The reason, which completes the sentence "the host is …", for example `not a public address`. */
  because: string;
}

/** Secret material in a value: its kind and its path, never the value. */
export interface SecretFinding {
  type: string;
  /**
   * JSON Pointer into the searched value, such as `/args/note`, `/session` or `/resource/id` for a request.
   * Ends in `/*` if the name of a member is the secret.
   */
  path: string;
}

/** The facts of a request, and the evidence from which they follow. */
export interface FactReport {
  facts: PolicyFacts;
  egress: readonly EgressFinding[];
  secrets: readonly SecretFinding[];
}

/** Facts of a call that the baseline allows. Policy test cases start from these facts. */
export const harmlessFacts: PolicyFacts = {
  agentKnown: true,
  agentActive: true,
  agentAuthenticated: false,
  agentGroups: [],
  toolGroups: [],
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
  now: completeTimeFacts({}),
};
