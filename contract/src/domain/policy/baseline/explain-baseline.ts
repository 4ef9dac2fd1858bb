import type { PolicyRequest } from "./policy-case.ts";
import type { FactReport } from "../policy-facts.ts";

/** The evidence from which the facts follow, if known. */
export type FactFindings = Pick<FactReport, "egress" | "secrets">;

const maxNamed = 3;
const name = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text);

function listed<Part>(parts: readonly Part[], show: (part: Part) => string): string {
  const more = parts.length - maxNamed;
  return `${parts.slice(0, maxNamed).map(show).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

function explainAgent({ subject, facts }: PolicyRequest): string {
  return facts.agentKnown
    ? `Agent ${name(subject.id)} is ${facts.agentStatus}; only an active agent may act.`
    : `Agent ${name(subject.id)} not found; only a registered and active agent may act.`;
}

function explainEgress({ facts }: PolicyRequest, { egress }: FactFindings): string | undefined {
  if (egress.length === 0) return undefined;
  const hosts = listed(egress, ({ host, because }) => `host ${name(host)} is ${because}`);
  return `Outside the boundary ${name(facts.boundary)}: ${hosts}.`;
}

function explainSecrets({ secrets }: FactFindings): string | undefined {
  if (secrets.length === 0) return undefined;
  return `The request contains secret material: ${listed(secrets, ({ type, path }) => `${type} at ${name(path)}`)}.`;
}

function explainCeilings({ facts }: PolicyRequest): string {
  if (facts.rateExceeded && facts.budgetExceeded) return "The ceilings of calls and of spend are reached.";
  return facts.rateExceeded ? "The ceiling of calls is reached." : "The ceiling of spend is reached.";
}

/**
 * Explains why a baseline policy forbids a request, with the details of the request.
 *
 * @returns undefined if the policy's own message is complete.
 */
export function explainBaseline(
  policyId: string,
  request: PolicyRequest,
  findings: FactFindings,
): string | undefined {
  switch (policyId) {
    case "latch-0":
      return explainAgent(request);
    case "latch-1":
      return `Agent ${name(request.subject.id)} does not declare the tool ${name(request.resource.id)}.`;
    case "latch-2":
      return explainEgress(request, findings);
    case "latch-3":
      return explainSecrets(findings);
    case "latch-5":
      return explainCeilings(request);
    default:
      return undefined;
  }
}
