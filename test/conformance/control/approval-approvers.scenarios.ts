// Scenarios for who must approve a call, and who may withdraw an approval.
import {
  approvalClosed,
  approverNotQualified,
  notOwnApproval,
  ownApproval,
} from "@assay/contract/control/approvals/approval-refusals";
import { insufficientScope } from "@assay/contract/platform/refusals";
import type { PutSettings } from "@assay/sdk";
import { expect } from "vitest";
import { arrangeApproval, newApprover, outcomeOf, risky } from "../harness/arrange-approvals.ts";
import { newReviewer } from "../harness/arrange-reviews.ts";
import { anId, expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const approve = { decision: "approve" as const };
const reject = { decision: "reject" as const, reason: "Not this patient." };
const open = ["pending", "approved"];
const approvers = (pattern: string, requirement: NonNullable<PutSettings["toolApprovers"]>[string]) => ({
  toolApprovers: { [pattern]: requirement },
});
const hourMs = 3_600_000;

export const approvalApproverScenarios = [
  engineScenario(
    "decideApproval",
    200,
    "counts each owner once until enough have approved",
    async (context) => {
      const { approver, again, assay, id } = await arrangeApproval(context, {
        approvals: { requiredApprovals: 3 },
        ...approvers("chart.*", { requiredApprovals: 2 }),
      });
      const { id: reviewer } = await newReviewer(context);
      const [one, same] = [await newApprover(context, reviewer), await newApprover(context, reviewer)];
      const first = await one.approver.decide(id, { ...approve, reason: "Agreed." });
      expect(first).toMatchObject({
        status: "pending",
        requiredApprovals: 2,
        approverRequirement: null,
        approvals: [{ keyId: anId("key"), reviewer, reason: "Agreed.", at: expect.any(Number) }],
        decidedAt: null,
        decidedBy: null,
      });
      expect(await same.approver.decide(id, approve)).toEqual(first);
      expect(outcomeOf(await again())).toEqual(["ask", "approval_pending"]);
      const second = await approver.decide(id, approve);
      expect([second.status, second.approvals.length, second.decidedBy]).toEqual([
        "approved",
        2,
        second.approvals[1]?.keyId,
      ]);
      expect(outcomeOf(await again())).toEqual(["allow"]);
      const types = (await assay.control.events.list({ order: "asc" })).events.map(({ type }) => type);
      expect(types.filter((type) => type.startsWith("approval."))).toEqual([
        "approval.requested",
        "approval.given",
        "approval.approved",
        "approval.used",
      ]);
    },
  ),
  engineScenario(
    "decideApproval",
    200,
    "does not use approvals of revoked or expired keys",
    async (context) => {
      const { approver, again, assay, id } = await arrangeApproval(context, {
        approvals: { requiredApprovals: 2, expirySeconds: 86_400 },
      });
      const other = await newApprover(context);
      await approver.decide(id, approve);
      const { approvals } = await other.approver.decide(id, approve);
      await assay.apiKeys.revoke(approvals[0]?.keyId ?? "");
      const incomplete = await again();
      expect(outcomeOf(incomplete)).toEqual(["ask", "approval_incomplete"]);
      expect(incomplete.context.approvalId).not.toBe(id);
      expect(incomplete.warnings[0]?.message).toContain("has 1 of 2 required approvals");
    },
  ),
  scenario("decideApproval", 200, "accepts one rejection as final, even after approval", async (context) => {
    const { approver, again, id } = await arrangeApproval(context);
    await approver.decide(id, approve);
    const other = await newApprover(context);
    const rejected = await other.approver.decide(id, reject);
    expect(rejected).toMatchObject({ status: "rejected", reason: reject.reason });
    expect(await other.approver.decide(id, reject)).toEqual(rejected);
    await expectRejected(approver.decide(id, approve), approvalClosed(id, "rejected"));
    expect((await again()).outcome).toBe("deny");
  }),
  engineScenario(
    "decideApproval",
    403,
    "requires the credentials and reviewers of the tool",
    async (context) => {
      const nurse = await newReviewer(context, { credentials: ["RN"] });
      const doctor = await newReviewer(context);
      const unlisted = await newReviewer(context);
      const requirement = { credentials: ["MD" as const, "DO" as const], reviewers: [nurse.id, doctor.id] };
      const { approver, assay, id, pending } = await arrangeApproval(context, {
        approvals: { expirySeconds: 86_400 },
        ...approvers("chart.write", requirement),
      });
      expect((await assay.control.approvals.get(id)).approverRequirement).toEqual(requirement);
      const refused = async (reviewer: string, because: string) => {
        const { approver: by } = await newApprover(context, reviewer);
        for (const decision of [approve, reject])
          await expectRejected(by.decide(id, decision), approverNotQualified(id, because));
      };
      await expectRejected(approver.decide(id, approve), approverNotQualified(id, "belongs to no reviewer"));
      await refused(nurse.id, "belongs to a reviewer without the credentials");
      await refused(unlisted.id, "belongs to another reviewer");
      const qualified = await newApprover(context, doctor.id);
      const credential_expires_at = new Date(pending.evaluatedAt + hourMs).toISOString();
      await assay.reviews.reviewers.update(doctor.id, { credential_expires_at });
      context.target.advance(hourMs);
      await expectRejected(
        qualified.approver.decide(id, approve),
        approverNotQualified(id, "belongs to a reviewer whose credentials have expired"),
      );
      await assay.reviews.reviewers.update(doctor.id, { credential_expires_at: null });
      expect((await qualified.approver.decide(id, approve)).status).toBe("approved");
    },
  ),
  scenario("authorize", 200, "keeps the requirement with which an approval opened", async (context) => {
    const { approver, assay, id } = await arrangeApproval(context);
    await assay.control.settings.put({
      toolRisk: { "chart.write": "high" },
      approvals: { requiredApprovals: 5 },
    });
    expect((await approver.decide(id, approve)).status).toBe("approved");
  }),
  engineScenario("deleteAgent", 200, "withdraws the open approvals of the agent", async (context) => {
    const { approver, again, assay, id } = await arrangeApproval(context);
    await approver.decide(id, approve);
    const { context: other } = await assay.control.authorize(risky({ args: { patient: "p-2" } }));
    await assay.control.agents.delete("triage-bot");
    // An agent that is registered under the same id is another agent.
    await assay.control.agents.create({ id: "triage-bot", tools: ["*"] });
    expect(outcomeOf(await again())).toEqual(["ask", "approval_withdrawn"]);
    for (const one of [id, other.approvalId ?? ""])
      expect(await assay.control.approvals.get(one)).toMatchObject({
        status: "withdrawn",
        decidedBy: anId("key"),
        reason: "The agent was deleted.",
      });
    const { events } = await assay.control.events.list({ type: "approval.withdrawn", order: "asc" });
    expect(events.map(({ data }) => data?.["id"])).toEqual([id, other.approvalId]);
    await assay.control.agents.delete("triage-bot");
    const withdrawn = await assay.control.events.list({ type: "approval.withdrawn" });
    expect(withdrawn.events).toHaveLength(3);
  }),
  engineScenario("withdrawApproval", 200, "ends the approval for its requester", async (context) => {
    const { approver, again, assay, id } = await arrangeApproval(context);
    await approver.decide(id, approve);
    const withdrawn = await assay.control.approvals.withdraw(id, { reason: "No longer needed." });
    expect(withdrawn).toMatchObject({
      status: "withdrawn",
      reason: "No longer needed.",
      decidedBy: withdrawn.requestedBy,
    });
    expect(await assay.control.approvals.withdraw(id, {})).toEqual(withdrawn);
    const ids = (await assay.control.approvals.list({ status: "withdrawn" })).approvals.map((one) => one.id);
    expect(ids).toEqual([id]);
    expect(outcomeOf(await again())).toEqual(["ask", "approval_withdrawn"]);
    const { events } = await assay.control.events.list({ type: "approval.withdrawn" });
    expect(events.map(({ session, data }) => [session, data])).toMatchObject([
      ["visit-1", { approvalId: id, agentId: "triage-bot", by: withdrawn.requestedBy, status: "withdrawn" }],
    ]);
  }),
  engineScenario("withdrawApproval", 200, "takes back an approver's own approval", async (context) => {
    const { approver, again, id } = await arrangeApproval(context, { approvals: { requiredApprovals: 2 } });
    const other = await newApprover(context);
    await approver.decide(id, approve);
    await other.approver.decide(id, approve);
    const back = await approver.withdraw(id, {});
    expect(back).toMatchObject({
      status: "pending",
      decidedAt: null,
      decidedBy: null,
      approvals: [{ reviewer: null }],
    });
    await expectRejected(approver.withdraw(id, {}), notOwnApproval(id));
    expect(outcomeOf(await again())).toEqual(["ask", "approval_pending"]);
    expect((await approver.decide(id, approve)).status).toBe("approved");
  }),
  scenario("withdrawApproval", 403, "refuses other owners, and keys without the scope", async (context) => {
    const { id } = await arrangeApproval(context);
    const path = `/api/approvals/${id}/withdraw`;
    const { approver, key } = await newApprover(context);
    await expectRejected(approver.withdraw(id, {}), notOwnApproval(id));
    const reader = await context.newKey({ scopes: ["approvals:read"] });
    expectRefusal(
      await context.request("POST", path, { body: {}, key: reader }),
      insufficientScope("authorize"),
    );
    await approver.decide(id, approve);
    expect((await context.request("POST", path, { body: {}, key })).status).toBe(200);
    expectRefusal(
      await context.request("POST", `/api/approvals/${id}/decision`, { body: approve }),
      ownApproval(id),
    );
  }),
  scenario("withdrawApproval", 409, "refuses an approval in a final state", async (context) => {
    const { again, approver, assay, id } = await arrangeApproval(context);
    await approver.decide(id, approve);
    await again();
    await expectRejected(assay.control.approvals.withdraw(id, {}), approvalClosed(id, "used", open));
    const second = (await assay.control.authorize(risky())).context.approvalId ?? "";
    context.target.advance(900_000);
    await expectRejected(
      assay.control.approvals.withdraw(second, {}),
      approvalClosed(second, "expired", open),
    );
  }),
  engineScenario("getApproval", 200, "expires after the configured time, with one event", async (context) => {
    const { assay, id } = await arrangeApproval(context, { approvals: { expirySeconds: 60 } });
    const { createdAt, expiresAt } = await assay.control.approvals.get(id);
    expect(expiresAt - createdAt).toBe(60_000);
    context.target.advance(60_000);
    expect((await assay.control.approvals.get(id)).status).toBe("expired");
    const ids = (await assay.control.approvals.list({ status: "expired" })).approvals.map((one) => one.id);
    expect(ids).toEqual([id]);
  }),
  scenario("putSettings", 400, "refuses requirements for approvals that cannot be met", async (context) => {
    const put = (body: object) => context.request("PUT", "/api/settings", { body });
    expectFaults(
      await put({ approvals: { expirySeconds: 59, requiredApprovals: 6 } }),
      ["/approvals/expirySeconds", "too_small", "expirySeconds is 59; it must be at least 60."],
      ["/approvals/requiredApprovals", "too_big", "requiredApprovals is 6; it must be at most 5."],
    );
    expectFaults(await put({ toolApprovers: { "a*b*c*d*e*": {} } }), [
      "/toolApprovers/a*b*c*d*e*",
      "invalid_key",
      'toolApprovers has the key "a*b*c*d*e*"; a key must be a tool name or a pattern of 1 to 128 characters with at most 4 *.',
    ]);
    expectFaults(
      await put({ approvals: { requiredApprovals: 2 }, toolApprovers: { pay: { reviewers: ["rvr_1"] } } }),
      [
        "/toolApprovers/pay/reviewers",
        "invalid_value",
        'reviewers is ["rvr_1"]; it must have at least 2 members, the number of required approvals.',
      ],
    );
  }),
];
