import { describe, expect, it } from "vitest";
import { askDecision, contextAt, granted } from "../decisions/evaluated-request.fixture.ts";
import { bindingOf } from "../decisions/policy-decision.ts";
import {
  approvalObstacle,
  type ApprovalRecord,
  approvalStatusAt,
  approvalUseOf,
  decideApproval,
  decideApprovalUse,
  withApproval,
} from "./approval-rules.ts";

const open = { type: "open" as const, decisionId: "dec_1", evaluated: askDecision, secrets: [] };

/** The approval that the request of the fixture opens at the instant 1,000. */
function opened(set: Partial<ApprovalRecord> = {}): ApprovalRecord {
  const { record } = decideApprovalUse(undefined, open, contextAt(1000, "key_requester"));
  if (!record) throw new Error("Nothing was opened.");
  return { ...record, ...set };
}
const approved = opened({ status: "approved", decidedBy: "key_other", decidedAt: 2000 });
const approve = { id: approved.id, decision: "approve" as const, reason: null };

describe("decideApproval", () => {
  it("approves a pending approval, with evidence of it", () => {
    const decision = decideApproval({ approval: opened(), isOwn: false }, approve, contextAt(2000));
    const set = { status: "approved", decidedAt: 2000, decidedBy: "key_other", reason: null };
    expect(decision.changes).toEqual([{ op: "update", id: approved.id, set }]);
    expect(decision.evidence).toMatchObject([{ type: "approval.approved", data: { by: "key_other" } }]);
  });

  it("changes nothing for the same decision of the same key", () => {
    const decision = decideApproval({ approval: approved, isOwn: false }, approve, contextAt(3000));
    expect([decision.record, decision.changes, decision.evidence]).toEqual([approved, [], []]);
  });

  it.each([
    ["an unknown approval", { approval: undefined, isOwn: false }, 2000, "not_found"],
    ["a key of the owner who requested it", { approval: opened(), isOwn: true }, 2000, "insufficient_scope"],
    ["an approval that another key decided", { approval: approved, isOwn: false }, 2000, "invalid_state"],
    ["an approval that has expired", { approval: opened(), isOwn: false }, 901_000, "invalid_state"],
  ])("refuses %s", (_title, state, now, code) => {
    const context = contextAt(now, "key_third");
    expect(() => decideApproval(state, approve, context)).toThrow(expect.objectContaining({ code }));
  });
});

describe("decideApprovalUse", () => {
  it("opens an approval that expires after 15 minutes, and emits it", () => {
    const decision = decideApprovalUse(undefined, open, contextAt(1000, "key_requester"));
    expect(decision.record).toMatchObject({
      id: "approval-1",
      status: "pending",
      args: { patient: "p-1" },
      actionDigest: bindingOf(askDecision),
      requestedBy: "key_requester",
      expiresAt: 901_000,
    });
    expect(decision.changes).toEqual([{ op: "insert", record: decision.record }]);
    expect(decision.events).toEqual([{ event: "approval.requested", at: 1000, data: decision.record }]);
  });

  it("returns the approval that is already waiting", () => {
    const decision = decideApprovalUse(opened(), open, contextAt(2000));
    expect([decision.record, decision.changes, decision.events]).toEqual([opened(), [], []]);
  });

  it("consumes an approved one, and refuses any other", () => {
    const use = { type: "use" as const, approval: approved, decisionId: "dec_2" };
    const set = { status: "used", usedAt: 3000, usedBy: "dec_2" };
    expect(decideApprovalUse(undefined, use, contextAt(3000)).changes).toEqual([
      { op: "update", id: approved.id, set },
    ]);
    const pending = { ...use, approval: opened() };
    expect(() => decideApprovalUse(undefined, pending, contextAt(3000))).toThrow("is not approved");
  });
});

describe("the approval that a request names", () => {
  const sent = (approval: ApprovalRecord | undefined, isOwn = false) => ({ sent: "apr_1", approval, isOwn });

  it.each([
    ["unknown", sent(undefined), "approval_unknown"],
    ["of another action", sent({ ...approved, actionDigest: "0" }), "approval_mismatch"],
    ["given by the sender", sent(approved, true), "approval_own"],
    ["rejected", sent({ ...approved, status: "rejected" }), "approval_rejected"],
    ["used", sent({ ...approved, status: "used" }), "approval_used"],
    ["expired", sent({ ...approved, expiresAt: 3000 }), "approval_expired"],
    ["pending", sent(opened()), "approval_pending"],
  ])("does not count when it is %s", (_title, approval, code) => {
    expect(approvalObstacle(approval, askDecision, 3000)?.code).toBe(code);
  });

  it("counts if another owner approved this action", () => {
    expect(approvalObstacle(sent(approved), askDecision, 3000)).toBeUndefined();
  });

  it("turns the outcome ask into deny if it was rejected", () => {
    const { verdict } = withApproval(askDecision, sent({ ...approved, status: "rejected" }), 3000);
    expect([verdict.outcome, verdict.reasons[0]?.code]).toEqual(["deny", "approval_rejected"]);
  });

  it("is used only by a request that it permits", () => {
    const parts = { decisionId: "dec_2", secrets: [] };
    expect(approvalUseOf(granted, sent(approved), parts)?.type).toBe("use");
    expect(approvalUseOf(askDecision, sent(approved), parts)?.type).toBe("open");
    expect(approvalUseOf(granted, undefined, parts)).toBeUndefined();
    const denied = { ...granted, verdict: { ...granted.verdict, outcome: "deny" as const } };
    expect(approvalUseOf(denied, sent(approved), parts)).toBeUndefined();
  });
});

it("expires at its expiry instant, unless in a final state", () => {
  expect(approvalStatusAt(opened(), 900_999)).toBe("pending");
  expect(approvalStatusAt(approved, 901_000)).toBe("expired");
  expect(approvalStatusAt({ ...approved, status: "used" }, 901_000)).toBe("used");
});
