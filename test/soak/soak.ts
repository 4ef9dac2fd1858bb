// Requests many concurrent decisions in one workspace, to find failures that occur only under load. For
// example, the engine's WebAssembly crashed whole processes when its calls were inlined and followed by a
// write (see server/src/control/cedar/cedar-wasm.ts).
import { Assay } from "@assay/sdk";
import { load } from "../bench/load.ts";

/** The result of one run. */
export interface SoakReport {
  calls: number;
  seconds: number;
  perSecond: number;
  /** Median latency (milliseconds). */
  p50: number;
  p99: number;
  /** Maps each outcome to its number of decisions. */
  outcomes: Record<string, number>;
  /** Maps each status other than 200 to its number of responses. */
  refused: Record<string, number>;
}

/** The server's URL, and a key with every scope. */
export interface SoakTarget {
  baseUrl: string;
  secret: string;
}

const connections = 64;

/**
 * Policies of every kind. Some read only facts, and others also read arguments or entities. Some are in
 * force, and others are in shadow.
 */
const policies = [
  { id: "night", text: "forbid (principal is agent, action, resource) when { context.facts.riskRank > 2 };" },
  {
    id: "doses",
    text: `@absent("allow") forbid (principal is agent, action, resource)
when { context.numbers.args has dose && context.numbers.args.dose.greaterThan(decimal("500.0")) };`,
  },
  { id: "wards", text: 'permit (principal, action == Action::"read", resource) when { resource has ward };' },
  { id: "trial", text: "forbid (principal, action, resource);", mode: "shadow" as const },
];

const everyPolicy = policies.map(({ id }) => id);

/** Creates the agent that makes the requests. */
async function arrange({ baseUrl, secret }: SoakTarget, attached: readonly string[]): Promise<void> {
  const { control } = new Assay({ apiKey: secret, baseUrl });
  await control.agents.create({
    id: "ward-bot",
    tools: ["chart.read", "medication.order"],
    apiKey: "sk-soak-4b1f9c7Qx2",
  });
  for (const { id, text, mode } of policies) {
    const forbids = text.startsWith("forbid") ? { outcome: "deny" as const } : {};
    await control.policies.create({ id, text, ...forbids, ...(mode && { mode }) });
  }
  await control.agents.setPolicies("ward-bot", { policyIds: [...attached] });
  await control.entities.put({ entities: [{ type: "tool", id: "chart.read", properties: { ward: "4" } }] });
}

/**
 * Returns one call's body. Most calls are allowed; some are denied by the baseline or a policy, or need
 * approval.
 */
function bodyOf(index: number): string {
  const kind = index % 20;
  const plainCall = { agentId: "ward-bot", tool: "chart.read", session: `visit-${index % 50}` };
  const args = { patient: `p-${index % 1000}`, note: "Chest tightness for twenty minutes, worse on effort." };
  if (kind === 17) return JSON.stringify({ ...plainCall, tool: "chart.delete", args });
  if (kind === 18)
    return JSON.stringify({ ...plainCall, tool: "medication.order", args: { ...args, dose: 5000 } });
  if (kind === 19) return JSON.stringify({ ...plainCall, args, context: { risk: "high" } });
  return JSON.stringify({ ...plainCall, args });
}

/** Sends the calls, 64 in parallel. @throws {Error} if a connection breaks, because the server crashed. */
async function sendCalls({ baseUrl, secret }: SoakTarget, calls: number): Promise<SoakReport> {
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const { answers, ...figures } = await load({
    baseUrl,
    connections,
    calls,
    requestOf: (index) => ({ path: "/api/policy/authorize", headers, body: bodyOf(index) }),
    keyOf: (status, body) =>
      status === 200 ? (/"outcome":"(\w+)"/.exec(body)?.[1] ?? "none") : String(status),
  });
  const of = (wanted: boolean) =>
    Object.fromEntries(Object.entries(answers).filter(([key]) => /^[a-z]/.test(key) === wanted));
  return { ...figures, outcomes: of(true), refused: of(false) };
}

/**
 * Requests decisions and compares the number of responses with the number of logged events.
 *
 * @param attached the agent's policies in addition to the baseline; default: one policy of every kind.
 * @throws {Error} if a call got no decision, or the log does not contain exactly one decision event per call.
 * The events of the at most 50 requests for approval are not counted.
 */
export async function soak(
  target: SoakTarget,
  calls: number,
  attached: readonly string[] = everyPolicy,
): Promise<SoakReport> {
  await arrange(target, attached);
  const { control } = new Assay({ apiKey: target.secret, baseUrl: target.baseUrl });
  const before = (await control.events.list({ limit: 1 })).head.seq;
  const report = await sendCalls(target, calls);
  const { head } = await control.events.list({ limit: 1 });
  const opened = await control.events.list({ type: "approval.requested", limit: 500 });
  const logged = head.seq - before - opened.events.length;
  if (Object.keys(report.refused).length > 0)
    throw new Error(`Not every call was decided: ${JSON.stringify(report)}`);
  if (logged !== calls) throw new Error(`${calls} decisions were returned, but ${logged} were logged.`);
  return report;
}
