// Many decisions at a time on one workspace: what breaks only under load breaks here. The engine's WebAssembly has taken whole
// processes with it when its calls were inlined and followed by a write (see server/src/control/cedar/cedar-wasm.ts).
import { Assay } from "@assay/sdk";
import { load } from "../bench/load.ts";

/** What came of it. */
export interface SoakReport {
  calls: number;
  seconds: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Outcome → how often it was answered. */
  outcomes: Record<string, number>;
  /** Status other than 200 → how often. */
  refused: Record<string, number>;
}

/** Where the server is, and a key with every scope. */
export interface SoakTarget {
  baseUrl: string;
  secret: string;
}

const connections = 64;

/** Policies of every kind: with facts alone, with arguments, with entities; in force and in shadow. */
const policies = [
  { id: "night", text: "forbid (principal is agent, action, resource) when { context.facts.riskRank > 2 };" },
  {
    id: "doses",
    text: "forbid (principal is agent, action, resource) when { context.args has dose && context.args.dose > 500 };",
  },
  { id: "wards", text: 'permit (principal, action == Action::"read", resource) when { resource has ward };' },
  { id: "trial", text: "forbid (principal, action, resource);", mode: "shadow" as const },
];

const everyPolicy = policies.map(({ id }) => id);

/** Makes the agent that asks. */
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

/** The body of one call: most are allowed, some are denied by the baseline, by a policy, or wait for a human. */
function bodyOf(index: number): string {
  const kind = index % 20;
  const asked = { agentId: "ward-bot", tool: "chart.read", session: `visit-${index % 50}` };
  const args = { patient: `p-${index % 1000}`, note: "Chest tightness for twenty minutes, worse on effort." };
  if (kind === 17) return JSON.stringify({ ...asked, tool: "chart.delete", args });
  if (kind === 18)
    return JSON.stringify({ ...asked, tool: "medication.order", args: { ...args, dose: 5000 } });
  if (kind === 19) return JSON.stringify({ ...asked, args, context: { risk: "high" } });
  return JSON.stringify({ ...asked, args });
}

/** Asks so many times, 64 at a time. @throws {Error} when a connection breaks: the server is gone. */
async function ask({ baseUrl, secret }: SoakTarget, calls: number): Promise<SoakReport> {
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
 * Asks for decisions and counts what was answered against what is in the log.
 *
 * @param attached the policies that the agent is under besides the baseline; default: one of every kind.
 * @throws {Error} when a call was not answered with a decision, or the log does not hold one event for each answer.
 */
export async function soak(
  target: SoakTarget,
  calls: number,
  attached: readonly string[] = everyPolicy,
): Promise<SoakReport> {
  await arrange(target, attached);
  const { control } = new Assay({ apiKey: target.secret, baseUrl: target.baseUrl });
  const before = (await control.events.list({ limit: 1 })).head.seq;
  const report = await ask(target, calls);
  const told = (await control.events.list({ limit: 1 })).head.seq - before;
  if (Object.keys(report.refused).length > 0)
    throw new Error(`Not every call was decided: ${JSON.stringify(report)}`);
  if (told !== calls) throw new Error(`${calls} decisions were answered, and ${told} are in the log.`);
  return report;
}
