// Tests that two server processes on one database decide consistently: no process decides from a cache that
// is older than the log.
import { Assay, type Authorization } from "@assay/sdk";
import { describe, expect, test } from "vitest";
import { useServerPair } from "../support/second-server.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const havePostgres = (await postgresUrl()) !== null;
const call = { agentId: "bot", tool: "chart.write", args: { patient: "p-1" } };

describe.skipIf(!havePostgres)("two server processes on one database", () => {
  const servers = useServerPair();

  /** Creates clients that use the same key, one for each server. */
  async function clients() {
    const key = await servers.first.newWorkspace();
    const assay = new Assay({ apiKey: key, baseUrl: servers.first.url, maxRetries: 0 });
    await assay.control.agents.create({ id: "bot", tools: ["chart.write"] });
    const other = new Assay({ apiKey: key, baseUrl: servers.second.url, maxRetries: 0 });
    const many = (count: number, body: Parameters<Assay["control"]["authorize"]>[0]) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => (index % 2 ? assay : other).control.authorize(body)),
      );
    return { assay, other, many };
  }

  const allowed = (decided: readonly Authorization[]): number =>
    decided.filter(({ decision }) => decision).length;

  test("let an agent make exactly the calls of its ceiling", async () => {
    const { assay, many } = await clients();
    await assay.control.settings.put({ rateCeiling: { calls: 17, windowSeconds: 3600 } });
    expect(allowed(await many(80, call))).toBe(17);
  });

  test("let an agent reserve exactly the cost of its ceiling", async () => {
    const { assay, many } = await clients();
    await assay.control.settings.put({ spendCeiling: { cost: 1, windowSeconds: 3600 } });
    const decided = await many(60, { ...call, context: { cost: 0.1 } });
    expect(allowed(decided)).toBe(10);
    const { decisionId = "" } = decided.find(({ decision }) => decision) ?? {};
    await assay.control.settle(decisionId, { cost: 0 });
    expect(allowed(await many(10, { ...call, context: { cost: 0.1 } }))).toBe(1);
  });

  test("use an approval once", async () => {
    const { assay, many } = await clients();
    await assay.control.settings.put({
      toolRisk: { "chart.write": "high" },
      approvals: { requiredApprovals: 2 },
    });
    const { context } = await assay.control.authorize(call);
    const id = context.approvalId ?? "";
    const approvers = await Promise.all(
      [servers.first, servers.second].map(async ({ url }) => {
        const { secret } = await assay.apiKeys.create({ name: "Approver", scopes: ["approvals:decide"] });
        return new Assay({ apiKey: secret, baseUrl: url, maxRetries: 0 });
      }),
    );
    // Each approver approves 4 times concurrently, but counts once.
    await Promise.all(
      [...approvers, ...approvers, ...approvers, ...approvers].map(({ control }) =>
        control.approvals.decide(id, { decision: "approve" }),
      ),
    );
    expect(allowed(await many(64, { ...call, context: { approvalId: id } }))).toBe(1);
    const { status, approvals } = await assay.control.approvals.get(id);
    expect([status, approvals.length]).toEqual(["used", 2]);
    const { events } = await assay.control.events.list({ type: "approval.used" });
    expect(events).toHaveLength(1);
  });

  const needsWard =
    'permit (principal, action == Action::"read", resource is bed) when { resource.ward == "4" };';
  const read = {
    subject: { type: "agent", id: "bot" },
    action: { name: "read" },
    resource: { type: "bed", id: "7" },
  };
  const bed = (ward: string) => ({ entities: [{ type: "bed", id: "7", properties: { ward } }] });
  type Control = Assay["control"];

  test.each<[string, string, (control: Control) => Promise<unknown>, Parameters<Control["authorize"]>[0]]>([
    ["an agent is suspended", "agent.suspended", async ({ agents }) => agents.suspend("bot"), call],
    ["an agent is deleted", "agent.deleted", async ({ agents }) => agents.delete("bot"), call],
    [
      "a tool is removed from an agent",
      "agent.updated",
      async ({ agents }) => agents.update("bot", { tools: [] }),
      call,
    ],
    [
      "a policy is attached",
      "agent.policies_set",
      async ({ agents }) => agents.setPolicies("bot", { policyIds: ["own", "gone"] }),
      call,
    ],
    [
      "an attached policy has a new version",
      "policy.updated",
      async ({ policies }) => policies.replace("own", { text: "forbid (principal, action, resource);" }),
      call,
    ],
    [
      "a policy that permits is retired",
      "policy.retired",
      async ({ policies }) => policies.replace("own", { text: needsWard, status: "retired" }),
      read,
    ],
    [
      "the settings make a tool risky",
      "settings.updated",
      async ({ settings }) => settings.put({ toolRisk: { "chart.write": "high" } }),
      call,
    ],
    ["an entity is replaced", "entities.merged", async ({ entities }) => entities.patch(bed("5")), read],
  ])("once %s, no call after the logged event is allowed", async (_title, type, change, body) => {
    const { assay, other } = await clients();
    await assay.control.entities.put(bed("4"));
    await assay.control.policies.create({ id: "own", text: needsWard });
    await assay.control.agents.setPolicies("bot", { policyIds: ["own"] });
    // After these requests, both servers have cached their snapshots.
    for (const { control } of [assay, other]) expect((await control.authorize(body)).outcome).toBe("allow");
    const pending: PromiseLike<Authorization>[] = [];
    let changed: Promise<unknown> | undefined;
    for (let index = 0; index < 40; index += 1) {
      pending.push((index % 2 ? assay : other).control.authorize(body));
      if (index === 10) changed = change(assay.control);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await changed;
    pending.push(other.control.authorize(body), assay.control.authorize(body));
    const decided = await Promise.all(pending);
    const at = (await assay.control.events.list({ type })).events[0]?.seq ?? 0;
    expect(at).toBeGreaterThan(0);
    for (const { outcome, evidence } of decided) {
      if (evidence.seq < at) expect(outcome).toBe("allow");
      else expect(outcome).not.toBe("allow");
    }
    expect(decided.some(({ evidence }) => evidence.seq > at)).toBe(true);
  });
});
