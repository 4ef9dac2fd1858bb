import type { Agent, EffectivePolicies, NameWarning, StoredAgent } from "../../generated/types.ts";
import type { Output } from "../output.ts";

/** Collects the values of an option that may be repeated. */
export const repeated = (one: string, before: string[] | undefined): string[] => [...(before ?? []), one];

const listed = (names: readonly string[]): string | null => (names.length === 0 ? null : names.join(", "));
const instant = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");

const toolsOf = ({ tools }: Agent): string =>
  tools.length === 1 && tools[0] === "*" ? "any" : (listed(tools) ?? "none");

/** Shows agents as a table or as one JSON document. */
export function showAgents(agents: readonly Agent[], output: Output): void {
  output.data(agents);
  if (output.json) return;
  if (agents.length === 0) {
    output.line("No agents. Register one with assay connect.");
    return;
  }
  output.tables([
    {
      head: ["agent", "status", "tools", "policies", "boundary", "key", "changed"],
      rows: agents.map((agent) => [
        agent.id,
        agent.status,
        /^\*+$/.test(agent.tools[0] ?? "") ? "any" : agent.tools.length,
        agent.policyIds.length,
        agent.runtime.boundary,
        agent.apiKeyMasked || null,
        instant(agent.updatedAt),
      ]),
    },
  ]);
}

/**
 * Prints the names in policies in force that are unknown because of a change. The policies no longer apply to
 * these names.
 */
export function showNameWarnings(warnings: readonly NameWarning[], output: Pick<Output, "line">): void {
  for (const { policyId, code, name } of warnings) {
    const kind = code.replace("unknown_", "").replaceAll("_", " ");
    output.line(
      { text: "warning", emphasis: "yellow" },
      `: policy ${policyId}: ${kind} "${name}" is not known`,
    );
  }
}

/**
 * Shows one agent, either with one line per field or as JSON. After a change, also shows the warnings about
 * policies.
 */
export function showAgent(agent: Agent | StoredAgent, output: Output): void {
  output.data(agent);
  if (output.json) return;
  const rows: [string, string | null][] = [
    ["agent", agent.id],
    ["name", agent.name],
    ["status", agent.status],
    ["source", agent.baseUrl === "" ? agent.source : `${agent.source}, ${agent.baseUrl}`],
    ["key", agent.apiKeyMasked || null],
    ["tools", toolsOf(agent)],
    ["categories", listed(agent.categories)],
    ["policies", listed(agent.policyIds)],
    ["boundary", agent.runtime.boundary],
    ["runtime", agent.runtime.status],
    ["created", instant(agent.createdAt)],
    ["changed", instant(agent.updatedAt)],
  ];
  for (const [label, value] of rows) output.line(`${label.padEnd(11)} ${value ?? "–"}`);
  if ("warnings" in agent) showNameWarnings(agent.warnings, output);
}

/** Shows an agent's effective policies and any unknown policies, which deny all of its requests. */
export function showPolicies({ agentId, policies }: EffectivePolicies, output: Output): void {
  output.data({ agentId, policies });
  if (output.json) return;
  output.tables([
    {
      head: ["policy", "origin", "version"],
      rows: policies.map(({ policyId, origin, version }) => [policyId, origin, version]),
    },
  ]);
  const missing = policies.filter(({ resolved }) => !resolved).map(({ policyId }) => policyId);
  if (missing.length > 0)
    output.line(`Unknown policies, which deny every request of the agent: ${missing.join(", ")}.`);
}
