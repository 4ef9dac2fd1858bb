import { bestPattern, matchesEverything, matchesName } from "../agents/name-pattern.ts";
import { evaluateEgress } from "./egress.ts";
import { type FactReport, type RiskLevel, riskLevels } from "./policy-facts.ts";
import { timeFactsOf } from "./time-facts.ts";
import { findSecrets } from "./secret-material.ts";

/** The agent properties that facts require. */
export interface FactAgent {
  status: string;
  /** Names and patterns; `["*"]`: every tool. */
  tools: readonly string[];
  /** Name of its execution boundary. */
  boundary: string;
  /** Secrets that must not appear in arguments: the agent's own API key. */
  secrets: readonly string[];
}

/** The workspace settings that facts require. */
export interface FactSettings {
  /** Name or pattern of tools → their risk; the most specific one applies. */
  toolRisk: Readonly<Record<string, RiskLevel>>;
  /** The risk of all other tools. */
  defaultToolRisk: RiskLevel;
  /** Named boundary → its allowed hosts. */
  boundaries: Readonly<Record<string, readonly string[]>>;
  /** IANA name. */
  timeZone: string;
}

/** The input of the facts. */
export interface FactSources {
  /** Null: the subject is not an agent of the workspace. */
  agent: FactAgent | null;
  settings: FactSettings;
  resource: { type: string; id: string };
  /** The values in which hosts count: arguments, properties of action and resource, the resource's id. */
  destinations: unknown;
  /** The values in which secrets count: the whole call. */
  call: unknown;
  /** As the caller sent it; only `egress` and `risk` in it are read. */
  context: Readonly<Record<string, unknown>>;
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

/** A claim may only raise the risk; an invalid claim counts as high. */
function claimedRank(claim: unknown): number {
  if (claim === undefined || claim === null) return 0;
  const rank = riskLevels.findIndex((level) => level === claim);
  return rank === -1 ? rankOf("high") : rank;
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Whether an agent declares a tool, by name or pattern. A pattern of every name counts only alone. */
const declares = (tools: readonly string[], tool: string): boolean =>
  tools.some((pattern) => matchesName(pattern, tool) && (tools.length === 1 || !matchesEverything(pattern)));

/** The risk of a tool by the most specific pattern that matches it. */
function riskOf(tool: string, { toolRisk, defaultToolRisk }: FactSettings): RiskLevel {
  const pattern = bestPattern(Object.keys(toolRisk), tool);
  return pattern === undefined ? defaultToolRisk : (toolRisk[pattern] ?? "high");
}

/** The hosts of a boundary: null for `default`, empty for an unknown name. */
const allowedBy = (boundary: string, { boundaries }: FactSettings): readonly string[] | null =>
  own(boundaries, boundary) ?? (boundary === "default" ? null : []);

/**
 * Computes the facts of a request that policies receive.
 *
 * @param isPublicAddress whether an IP address is reachable from the public internet.
 */
export function computeFacts(
  sources: FactSources,
  isPublicAddress: (address: string) => boolean,
): FactReport {
  const { agent, settings, resource, context } = sources;
  const isTool = resource.type === "tool";
  const boundary = agent?.boundary ?? "default";
  const egress = evaluateEgress(
    { sent: sources.destinations, declared: context["egress"] },
    { allowed: allowedBy(boundary, settings), isPublicAddress },
  );
  const secrets = findSecrets(sources.call, agent?.secrets ?? []);
  const toolRank = isTool ? rankOf(riskOf(resource.id, settings)) : 0;
  const riskRank = Math.max(toolRank, claimedRank(context["risk"]));
  // In the order of the canonical form, which each stored decision uses.
  const facts = {
    agentActive: agent?.status === "active",
    agentAuthenticated: sources.agentAuthenticated,
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
  };
  return { facts, egress: egress.outside, secrets };
}
