// Scenarios for what an approval is bound to, and what the approval shows.
import { expect } from "vitest";
import { arrangeApproval, outcomeOf, risky } from "../harness/arrange-approvals.ts";
import type { Context } from "../harness/context.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const canary = "sk-canary-4b1f9c7Qx2";
const limits = (limit: number) => ({
  entities: [{ type: "tool", id: "chart.write", properties: { limit } }],
});
const body = risky({ context: { amount: 150, cost: 1, egress: ["api.example.org"] } });

/** Opens an approval of a call with context and a stored resource, and approves it. */
async function arrange(context: Context) {
  await context.assay.control.entities.put(limits(1));
  const arranged = await arrangeApproval(context, {}, body);
  await arranged.approver.decide(arranged.id, { decision: "approve" });
  return arranged;
}

export const approvalBindingScenarios = [
  engineScenario(
    "authorize",
    200,
    "requires a new approval for another amount, cost, host or stored property",
    async (context) => {
      const { again, id, assay } = await arrange(context);
      const egress = ["other.example.org"];
      for (const [further, path] of [
        [{ context: { amount: 151 } }, "/context/amount"],
        [{ context: { cost: 2 } }, "/context/cost"],
        [{ context: { egress } }, "/context/egress/0"],
        [{ context: { note: "new" } }, "/context/note"],
        [{ args: { patient: "p-1" } }, "/args/patient"],
      ] as const) {
        const other = await again(further);
        expect(outcomeOf(other)).toEqual(["ask", "approval_mismatch"]);
        expect(other.warnings[0]?.message).toBe(
          `Approval "${id}" was not requested for this call: the action, the arguments, the context or the policies differ; differing paths: ${path}.`,
        );
        expect(other.context.approvalId).not.toBe(id);
      }
      await assay.control.entities.put(limits(2));
      expect((await again()).warnings[0]?.message).toContain("differing paths: /stored/resource.");
      await assay.control.entities.put(limits(1));
      expect(outcomeOf(await again())).toEqual(["allow"]);
    },
  ),
  scenario("authorize", 200, "lists at most 10 differences of an approval, and no value", async (context) => {
    const { again } = await arrange(context);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`m${at}`, `value-${at}`]));
    const { warnings } = await again({ args: many });
    const message = warnings[0]?.message ?? "";
    expect(message.match(/\/args\//g)).toHaveLength(10);
    expect(message).not.toMatch(/value-|p-1042/);
  }),
  scenario("authorize", 200, "binds the session only if the settings say so", async (context) => {
    const { again, approver, assay, id } = await arrangeApproval(context);
    await approver.decide(id, { decision: "approve" });
    expect(outcomeOf(await again({ session: "visit-2" }))).toEqual(["allow"]);
    await assay.control.settings.put({
      toolRisk: { "chart.write": "high" },
      approvals: { bindSession: true },
    });
    const bound = (await assay.control.authorize(risky())).context.approvalId ?? "";
    await approver.decide(bound, { decision: "approve" });
    const elsewhere = risky({ session: "visit-2", context: { approvalId: bound } });
    const other = await assay.control.authorize(elsewhere);
    expect(outcomeOf(other)).toEqual(["ask", "approval_mismatch"]);
    expect(other.warnings[0]?.message).toContain("differing paths: /session.");
    expect(outcomeOf(await assay.control.authorize(risky({ context: { approvalId: bound } })))).toEqual([
      "allow",
    ]);
  }),
  engineScenario(
    "getApproval",
    200,
    "shows the whole call; a call with a secret opens no approval",
    async (context) => {
      const { assay, id } = await arrangeApproval(
        context,
        {},
        {
          subject: { type: "agent", id: "triage-bot", properties: { team: "north" } },
          action: { name: "tools/call", properties: { dry: false } },
          resource: { type: "tool", id: "chart.write", properties: { ward: 4 } },
          args: { url: "https://api.example.org/charts" },
          context: { cost: 0.5, note: "on call", approvalId: "apr_none" },
        },
      );
      const approval = await assay.control.approvals.get(id);
      expect(approval).toMatchObject({
        subjectProperties: { team: "north" },
        actionProperties: { dry: false },
        resourceProperties: { ward: 4 },
        args: { url: "https://api.example.org/charts" },
        egressHosts: ["api.example.org"],
        risk: "high",
        cost: 0.5,
        onBehalfOf: null,
      });
      expect(Object.keys(approval.context ?? {}).toSorted()).toEqual(["cost", "note"]);
      const secret = risky({ context: { note: `Bearer ${canary}` } });
      expect((await assay.control.authorize(secret)).outcome).toBe("deny");
      const { approvals } = await assay.control.approvals.list();
      expect(approvals.map((each) => each.id)).toEqual([id]);
      const { events } = await assay.control.events.list();
      expect(JSON.stringify(events)).not.toContain(canary);
    },
  ),
];
