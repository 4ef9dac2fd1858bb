import { approvalClosed, ownApproval } from "@assay/contract/control/approvals/approval-refusals";
import { insufficientScope, notFound } from "@assay/contract/platform/refusals";
import type { Authorize } from "@assay/sdk";
import { expect } from "vitest";
import { call, newBot } from "../harness/arrange-authorize.ts";
import { newReviewer } from "../harness/arrange-reviews.ts";
import type { Context } from "../harness/context.ts";
import {
  anId,
  expectBody,
  expectFaults,
  expectEmptyRangesRefused,
  expectRefusal,
} from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/api/approvals";
const absent = "apr_01jd0vdm2qf8rt6y3w9k5c1b7n";
const risky = (further: Partial<Authorize> = {}) =>
  call({ tool: "chart.write", session: "visit-1", ...further });

/** Creates an agent that requires approval to write charts, and a key that may approve. */
async function arrange(context: Context) {
  const { assay } = context;
  await newBot(context);
  await assay.control.settings.put({ toolRisk: { "chart.write": "high" } });
  const approver = context.client(await context.newKey({ scopes: ["approvals:read", "approvals:decide"] }));
  const authorizeRisky = (body: Authorize = risky()) => assay.control.authorize(body);
  const pending = await authorizeRisky();
  const id = pending.context.approvalId ?? "";
  const again = (further: Partial<Authorize> = {}) =>
    authorizeRisky(risky({ context: { approvalId: id }, ...further }));
  return { assay, approver, authorizeRisky, pending, id, again };
}

export const approvalScenarios = [
  scenario("getApproval", 200, "returns the request and the reasons", async (context) => {
    const { pending, id } = await arrange(context);
    expect([pending.outcome, pending.decision]).toEqual(["ask", false]);
    expect(pending.context).toMatchObject({ code: "approval_required", approvalId: anId("apr") });
    const body = expectBody(await context.request("GET", `${path}/${id}`), 200);
    expect(body).toEqual({
      id,
      status: "pending",
      consoleUrl: null,
      decisionId: pending.decisionId,
      subject: { type: "agent", id: "triage-bot" },
      action: { name: "tools/call" },
      resource: { type: "tool", id: "chart.write" },
      args: { patient: "p-1042" },
      context: {},
      subjectProperties: {},
      resourceProperties: {},
      actionProperties: {},
      onBehalfOf: null,
      egressHosts: [],
      risk: "high",
      cost: null,
      session: "visit-1",
      reasons: pending.reasons,
      actionDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      requestedBy: anId("key"),
      requiredApprovals: 1,
      approverRequirement: null,
      approvals: [],
      createdAt: pending.evaluatedAt,
      expiresAt: pending.evaluatedAt + 900_000,
      decidedAt: null,
      decidedBy: null,
      reason: null,
      usedAt: null,
      usedBy: null,
    });
    expect([pending.expiresAt, pending.context.approvalExpiresAt]).toEqual([
      body["expiresAt"],
      body["expiresAt"],
    ]);
  }),
  engineScenario("decideApproval", 200, "allows exactly this call, once", async (context) => {
    const { approver, id, again, assay } = await arrange(context);
    expect((await again()).outcome).toBe("ask");
    const decided = await approver.control.approvals.decide(id, { decision: "approve", reason: "Agreed." });
    expect(decided).toMatchObject({ status: "approved", reason: "Agreed.", decidedBy: anId("key") });
    expect(await approver.control.approvals.decide(id, { decision: "approve" })).toEqual(decided);
    // A call with other arguments is a different action, so the approval does not cover it.
    const other = await again({ args: { patient: "p-1" } });
    expect([other.outcome, other.warnings.map(({ code }) => code)]).toEqual(["ask", ["approval_mismatch"]]);
    const used = await again();
    expect([used.outcome, used.decision, used.context.approvalId]).toEqual(["allow", true, id]);
    expect(await assay.control.approvals.get(id)).toMatchObject({ status: "used", usedBy: used.decisionId });
    const twice = await again();
    expect([twice.outcome, twice.warnings.map(({ code }) => code)]).toEqual(["ask", ["approval_used"]]);
    expect(twice.context.approvalId).not.toBe(id);
    const { events } = await assay.control.events.list({ type: "approval.approved" });
    expect(events.map(({ data }) => data)).toMatchObject([{ approvalId: id, agentId: "triage-bot" }]);
  }),
  scenario("decideApproval", 200, "denies a rejected call", async (context) => {
    const { approver, id, again } = await arrange(context);
    await approver.control.approvals.decide(id, { decision: "reject", reason: "Not this patient." });
    const denied = await again();
    expect([denied.outcome, denied.reasons.map(({ code }) => code)]).toEqual([
      "deny",
      ["approval_rejected", "approval_required"],
    ]);
    expect(denied.context.message).toBe(`Approval "${id}" was rejected: Not this patient.`);
  }),
  scenario(
    "decideApproval",
    200,
    "evaluates the policies again when the approval is used",
    async (context) => {
      const { approver, id, again, assay } = await arrange(context);
      await approver.control.approvals.decide(id, { decision: "approve" });
      await assay.control.agents.suspend("triage-bot");
      expect((await again()).outcome).toBe("deny");
      expect((await assay.control.approvals.get(id)).status).toBe("approved");
      await assay.control.agents.activate("triage-bot");
      expect((await again()).outcome).toBe("allow");
    },
  ),
  engineScenario("decideApproval", 409, "expires after 15 minutes, decided or not", async (context) => {
    const { approver, authorizeRisky, id, again } = await arrange(context);
    await approver.control.approvals.decide(id, { decision: "approve" });
    const waiting = await authorizeRisky(risky({ args: { patient: "p-2" } }));
    const late = waiting.context.approvalId ?? "";
    context.target.advance(900_000);
    const pending = await again();
    expect([pending.outcome, pending.warnings.map(({ code }) => code)]).toEqual([
      "ask",
      ["approval_expired"],
    ]);
    const key = await context.newKey({ scopes: ["approvals:decide"] });
    const answer = await context.request("POST", `${path}/${late}/decision`, {
      body: { decision: "approve" },
      key,
    });
    expectRefusal(answer, approvalClosed(late, "expired"));
    const changed = await context.request("POST", `${path}/${id}/decision`, {
      body: { decision: "reject" },
      key,
    });
    expectRefusal(changed, approvalClosed(id, "expired", ["pending", "approved"]));
  }),
  scenario("decideApproval", 403, "refuses the requester's own approval", async (context) => {
    const { id } = await arrange(context);
    const answer = await context.request("POST", `${path}/${id}/decision`, { body: { decision: "approve" } });
    expectRefusal(answer, ownApproval(id));
    const key = await context.newKey({ scopes: ["approvals:read"] });
    expectRefusal(
      await context.request("POST", `${path}/${id}/decision`, { body: { decision: "approve" }, key }),
      insufficientScope("approvals:decide"),
    );
  }),
  scenario(
    "decideApproval",
    200,
    "cannot be used by the approver, with any of their keys",
    async (context) => {
      const { id, again } = await arrange(context);
      const { id: reviewer } = await newReviewer(context);
      const scopes = ["approvals:decide" as const, "authorize" as const];
      const [giving, other] = [
        context.client(await context.newKey({ scopes, reviewer })),
        context.client(await context.newKey({ scopes, reviewer })),
      ];
      await giving.control.approvals.decide(id, { decision: "approve" });
      for (const { control } of [giving, other]) {
        const own = await control.authorize(risky({ context: { approvalId: id } }));
        expect([own.outcome, own.warnings.map(({ code }) => code)]).toEqual(["ask", ["approval_own"]]);
      }
      expect((await again()).outcome).toBe("allow");
    },
  ),
  scenario("decideApproval", 403, "refuses another key of the requesting reviewer", async (context) => {
    await arrange(context);
    const { id: reviewer } = await newReviewer(context);
    const requester = context.client(await context.newKey({ scopes: ["authorize"], reviewer }));
    const id = (await requester.control.authorize(risky())).context.approvalId ?? "";
    const key = await context.newKey({ scopes: ["approvals:decide"], reviewer });
    const answer = await context.request("POST", `${path}/${id}/decision`, {
      body: { decision: "approve" },
      key,
    });
    expectRefusal(answer, ownApproval(id));
  }),
  scenario("decideApproval", 400, "names the accepted decisions", async (context) => {
    expectFaults(
      await context.request("POST", `${path}/${absent}/decision`, { body: { decision: "maybe" } }),
      ["/decision", "invalid_value", 'decision is "maybe"; it must be one of approve, reject.'],
    );
  }),
  engineScenario(
    "listApprovals",
    200,
    "lists by state and agent, newest first; a repeated call reuses its approval",
    async (context) => {
      const { assay, approver, authorizeRisky, id } = await arrange(context);
      expect((await authorizeRisky()).context.approvalId).toBe(id);
      const second = (await authorizeRisky(risky({ args: { patient: "p-2" } }))).context.approvalId ?? "";
      await approver.control.approvals.decide(id, { decision: "approve" });
      const ids = async (query: object) =>
        (await assay.control.approvals.list(query)).approvals.map((approval) => approval.id);
      expect(await ids({})).toEqual([second, id]);
      expect(await ids({ status: "approved" })).toEqual([id]);
      expect(await ids({ status: "pending", agentId: "triage-bot" })).toEqual([second]);
      expect(await ids({ agentId: "other" })).toEqual([]);
      const page = await assay.control.approvals.list({ limit: 1 });
      expect(page.approvals.map((approval) => approval.id)).toEqual([second]);
      expect(await ids({ limit: 1, cursor: page.nextCursor ?? "" })).toEqual([id]);
      context.target.advance(900_000);
      expect(await ids({ status: "expired" })).toEqual([second, id]);
      expect(await ids({ status: "pending" })).toEqual([]);
    },
  ),
  engineScenario("listApprovals", 200, "filters by tool and by the time of the request", async (context) => {
    const { assay, id, authorizeRisky } = await arrange(context);
    const first = await assay.control.approvals.get(id);
    context.target.advance(1000);
    const second = (await authorizeRisky(risky({ args: { patient: "p-2" } }))).context.approvalId ?? "";
    const { createdAt } = await assay.control.approvals.get(second);
    const ids = async (query: object) =>
      (await assay.control.approvals.list(query)).approvals.map((approval) => approval.id);
    expect(await ids({ tool: "chart.write" })).toEqual([second, id]);
    expect(await ids({ tool: "chart" })).toEqual([]);
    expect(await ids({ tool: "chart.write", from: first.createdAt, to: createdAt })).toEqual([id]);
    expect(await ids({ from: createdAt })).toEqual([second]);
    expect(await ids({ to: first.createdAt })).toEqual([]);
    const { nextCursor } = await assay.control.approvals.list({ tool: "chart.write", limit: 1 });
    expect(await ids({ tool: "chart.write", limit: 1, cursor: nextCursor ?? "" })).toEqual([id]);
  }),
  scenario("listApprovals", 400, "refuses times that no approval can have", (context) =>
    expectEmptyRangesRefused(context, path),
  ),
  scenario("listApprovals", 403, "requires the scope to read approvals", async (context) => {
    const key = await context.newKey({ scopes: ["authorize"] });
    expectRefusal(await context.request("GET", path, { key }), insufficientScope("approvals:read"));
  }),
  scenario("getApproval", 404, "returns 404 for an approval of another workspace", async (context) => {
    const { id } = await arrange(context);
    const { key } = await context.otherWorkspace();
    expectRefusal(await context.request("GET", `${path}/${id}`, { key }), notFound("approval", id));
    expectRefusal(await context.request("GET", `${path}/x`), notFound("approval", "x"));
  }),
];
