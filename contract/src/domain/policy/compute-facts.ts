import { bestPattern, matchesEverything, matchesName } from "../agents/name-pattern.ts";
import { memoizeForObject } from "../values/memoize-for-object.ts";
import { evaluateEgress } from "./egress/egress.ts";
import { type FactReport, type RiskLevel, riskLevels } from "./policy-facts.ts";
import { timeFactsOf } from "./time-facts.ts";
import { type CallPart, secretsInParts } from "./search/call-secrets.ts";

/** The agent properties that facts require. */
export interface FactAgent {
  status: string;
  /** The names and patterns of the declared tools; `["*"]` declares every tool. */
  tools: readonly string[];
  /** Name of the agent's execution boundary. */
  boundary: string;
  /** Secrets that must not appear in arguments: the agent's own API key. */
  secrets: readonly string[];
}

/** The workspace settings that facts require. They never change; changed settings are another object. */
export interface FactSettings {
  /** Risk by the name or pattern of tools. The most specific name or pattern applies. */
  toolRisk: Readonly<Record<string, RiskLevel>>;
  /** The risk of tools that no name or pattern in `toolRisk` matches. */
  defaultToolRisk: RiskLevel;
  /** Allowed hosts by the name of the boundary. */
  boundaries: Readonly<Record<string, readonly string[]>>;
  /** IANA name of the time zone. */
  timeZone: string;
}

/** The data from which facts are computed. */
export interface FactSources {
  /** The subject; null if it is not an agent of the workspace. */
  agent: FactAgent | null;
  settings: FactSettings;
  resource: { type: string; id: string };
  /** The names of the subject's agent groups and the resource's tool groups, sorted. */
  groups: { agent: readonly string[]; tool: readonly string[] };
  /**
   * The values that are searched for hosts: arguments, properties of action and resource, and the resource's
   * id.
   */
  destinations: unknown;
  /** The values that are searched for secrets: the parts of the call. */
  call: readonly CallPart[];
  /** The context as the caller sent it. Only its members `egress` and `risk` are read. */
  context: Readonly<Record<string, unknown>>;
  /** Whether other decisions may use the same values, so that what is found in them is cached. */
  isShared: boolean;
  /** Whether the caller's API key is bound to the subject. */
  agentAuthenticated: boolean;
  /** Whether a human has approved exactly this action. */
  approved: boolean;
  rateExceeded: boolean;
  budgetExceeded: boolean;
  /** The moment of the decision, in milliseconds since 1970. */
  now: number;
}

const rankOf = (level: RiskLevel): number => riskLevels.indexOf(level);

/**
 * Returns the rank of the risk that a caller claims. A claim can only raise the risk. An invalid claim counts
 * as high.
 */
function claimedRank(claim: unknown): number {
  if (claim === undefined || claim === null) return 0;
  const rank = riskLevels.findIndex((level) => level === claim);
  return rank === -1 ? rankOf("high") : rank;
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/**
 * Returns whether an agent declares a tool by name or pattern. A pattern that matches every name applies only
 * if it is the only one in the list.
 */
const declares = (tools: readonly string[], tool: string): boolean =>
  tools.some((pattern) => matchesName(pattern, tool) && (tools.length === 1 || !matchesEverything(pattern)));

/** Returns the risk of a tool by the most specific pattern that matches the tool's name. */
const riskOf = memoizeForObject(({ toolRisk, defaultToolRisk }: FactSettings, tool: string): RiskLevel => {
  const pattern = bestPattern(Object.keys(toolRisk), tool);
  return pattern === undefined ? defaultToolRisk : (toolRisk[pattern] ?? "high");
});

/**
 * Returns the allowed hosts of a boundary. If the settings do not define the boundary, returns null for
 * `default`, and an empty list for any other name.
 */
const allowedBy = (boundary: string, { boundaries }: FactSettings): readonly string[] | null =>
  own(boundaries, boundary) ?? (boundary === "default" ? null : []);

/**
 * Computes the facts that policies receive about a request.
 *
 * @param isPublicAddress whether an IP address is reachable from the public internet.
 * @returns the facts, what explains them, and the steps of the search for hosts.
 */
export function computeFacts(
  sources: FactSources,
  isPublicAddress: (address: string) => boolean,
): FactReport & { steps: number } {
  const { agent, settings, resource, context, isShared } = sources;
  const isTool = resource.type === "tool";
  const boundary = agent?.boundary ?? "default";
  const egress = evaluateEgress(
    { sent: sources.destinations, declared: context["egress"], declaredIn: context, isShared },
    { allowed: allowedBy(boundary, settings), isPublicAddress },
  );
  const secrets = secretsInParts(sources.call, agent?.secrets ?? [], isShared);
  const toolRank = isTool ? rankOf(riskOf(settings, resource.id)) : 0;
  const riskRank = Math.max(toolRank, claimedRank(context["risk"]));
  // The members are in canonical order, because each stored decision contains their canonical form.
  const facts = {
    agentActive: agent?.status === "active",
    agentAuthenticated: sources.agentAuthenticated,
    agentGroups: sources.groups.agent,
    agentKnown: agent !== null,
    agentStatus: agent?.status ?? "unknown",
    approved: sources.approved,
    boundary,
    budgetExceeded: sources.budgetExceeded,
    egressHosts: egress.hosts,
    egressInside: egress.outside.length === 0,
    egressOutside: egress.outside.map(({ host }) => host).sort(),
    now: timeFactsOf(sources.now, settings.timeZone),
    rateExceeded: sources.rateExceeded,
    risk: riskLevels[riskRank] ?? "high",
    riskRank,
    secretTypes: [...new Set(secrets.map(({ type }) => type))].sort(),
    secretsFound: secrets.length,
    toolDeclared: isTool && agent !== null && declares(agent.tools, resource.id),
    toolGroups: sources.groups.tool,
  };
  return { facts, egress: egress.outside, secrets, steps: egress.steps };
}
