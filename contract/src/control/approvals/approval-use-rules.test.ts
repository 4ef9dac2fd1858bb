import { describe, expect, it } from "vitest";
import { askDecision, contextAt, granted } from "../decisions/evaluated-request.fixture.ts";
import { defaultSettings } from "../settings/settings.ts";
import { approved, given, opened, opening } from "./approval.fixture.ts";
import { bindingOf } from "./approval-binding.ts";
import type { ApprovalRecord } from "./approval-record.ts";
import { approvalObstacle, type SentApproval, withApproval } from "./approval-obstacles.ts";
import { approvalUseOf, decideApprovalUse } from "./approval-use-rules.ts";

describe("decideApprovalUse", () => {
  it("opens an approval that expires after 15 minutes, and emits it", () => {
    const { record, changes, events, evidence } = decideApprovalUse(
      undefined,
      opening(),
      contextAt(1000, "key_requester"),
    );
    expect(record).toMatchObject({
      id: "approval-1",
      status: "pending",
      args: { patient: "p-1" },
      context: {},
      risk: "low",
      cost: null,
      actionDigest: bindingOf(askDecision, false),
      requestedBy: "key_requester",
      requiredApprovals: 1,
      approverRequirement: null,
      approvals: [],
      expiresAt: 901_000,
    });
    expect(changes).toEqual([{ op: "insert", record }]);
    const { binding: _binding, ...data } = record;
    expect(events).toEqual([{ event: "approval.requested", at: 1000, data }]);
    expect(evidence).toMatchObject([{ type: "approval.requested", data: { by: "key_requester", ...data } }]);
  });

  it("takes expiry and requirement from the settings and the most specific pattern of the tool", () => {
    const settings = {
      ...defaultSettings,
      approvals: { expirySeconds: 60, requiredApprovals: 2, bindSession: true },
      toolApprovers: {
        "*": { requiredApprovals: 5 },
        "chart.*": { credentials: ["MD" as const] },
        "chart.read": { requiredApprovals: 1 },
      },
    };
    expect(opened({}, settings)).toMatchObject({
      expiresAt: 61_000,
      requiredApprovals: 2,
      approverRequirement: { credentials: ["MD"], reviewers: null },
      actionDigest: bindingOf(askDecision, true),
    });
  });

  it("has arguments even if the request is too large for the evidence log", () => {
    const args = { text: "x".repeat(70_000) };
    const evaluated = { ...askDecision, call: { ...askDecision.call, args } };
    const { record } = decideApprovalUse(undefined, opening(defaultSettings, evaluated), contextAt(1000));
    expect(record.args).toEqual(args);
  });

  it.each(["low", "medium"] as const)("shows the risk of a call: %s", (risk) => {
    const evaluated = { ...askDecision, facts: { ...askDecision.facts, risk } };
    const { record } = decideApprovalUse(undefined, opening(defaultSettings, evaluated), contextAt(1000));
    expect(record.risk).toBe(risk);
  });

  it("returns the approval that is already waiting", () => {
    const decision = decideApprovalUse(opened(), opening(), contextAt(2000));
    expect([decision.record, decision.changes, decision.events]).toEqual([opened(), [], []]);
  });

  it("consumes an approved one, and refuses any other", () => {
    const use = { type: "use" as const, approval: approved, decisionId: "dec_2" };
    const set = { status: "used", usedAt: 3000, usedBy: "dec_2" };
    const { changes, events } = decideApprovalUse(undefined, use, contextAt(3000));
    expect(changes).toEqual([{ op: "update", id: approved.id, set }]);
    expect(events[0]?.event).toBe("approval.used");
    const pending = { ...use, approval: opened() };
    expect(() => decideApprovalUse(undefined, pending, contextAt(3000))).toThrow("is not approved");
  });
});

describe("the approval that a request names", () => {
  const sent = (approval: ApprovalRecord | undefined, further: Partial<SentApproval> = {}): SentApproval => ({
    sent: "apr_1",
    approval,
    isOwn: false,
    inactiveKeys: new Set(),
    secrets: [],
    ...further,
  });

  it.each([
    ["unknown", sent(undefined), "approval_unknown"],
    ["of another action", sent({ ...approved, actionDigest: "0" }), "approval_mismatch"],
    ["of an earlier version", sent({ ...approved, binding: null }), "approval_mismatch"],
    ["given by the sender", sent(approved, { isOwn: true }), "approval_own"],
    ["rejected", sent({ ...approved, status: "rejected" }), "approval_rejected"],
    ["withdrawn", sent({ ...approved, status: "withdrawn" }), "approval_withdrawn"],
    ["used", sent({ ...approved, status: "used" }), "approval_used"],
    ["expired", sent({ ...approved, expiresAt: 3000 }), "approval_expired"],
    ["stored as expired", sent({ ...approved, status: "expired" }), "approval_expired"],
    ["pending", sent(opened()), "approval_pending"],
    [
      "given with a revoked key",
      sent(approved, { inactiveKeys: new Set(["key_other"]) }),
      "approval_incomplete",
    ],
    ["given by too few owners", sent({ ...approved, requiredApprovals: 2 }), "approval_incomplete"],
  ])("does not count when it is %s", (_title, approval, code) => {
    expect(approvalObstacle(approval, askDecision, 3000)?.code).toBe(code);
  });

  it("counts if other owners approved this action", () => {
    expect(approvalObstacle(sent(approved), askDecision, 3000)).toBeUndefined();
    const two = {
      ...approved,
      requiredApprovals: 2,
      approvals: [given("key_1"), given("key_2"), given("key_3")],
    };
    expect(
      approvalObstacle(sent(two, { inactiveKeys: new Set(["key_1"]) }), askDecision, 3000),
    ).toBeUndefined();
  });

  it("turns the outcome ask into deny if it was rejected", () => {
    const { verdict } = withApproval(askDecision, sent({ ...approved, status: "rejected" }), 3000);
    expect([verdict.outcome, verdict.reasons[0]?.code]).toEqual(["deny", "approval_rejected"]);
  });

  it("is used only by a request that it permits", () => {
    const parts = { decisionId: "dec_2", secrets: [], settings: defaultSettings };
    expect(approvalUseOf(granted, sent(approved), parts)?.type).toBe("use");
    expect(approvalUseOf(askDecision, sent(approved), parts)?.type).toBe("open");
    expect(approvalUseOf(granted, undefined, parts)).toBeUndefined();
    const denied = { ...granted, verdict: { ...granted.verdict, outcome: "deny" as const } };
    expect(approvalUseOf(denied, sent(approved), parts)).toBeUndefined();
  });
});
