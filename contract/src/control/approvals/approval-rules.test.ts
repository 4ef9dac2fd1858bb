import { describe, expect, it } from "vitest";
import { scopes } from "../../platform/scopes.ts";
import { contextAt } from "../decisions/evaluated-request.fixture.ts";
import { approved, given, opened } from "./approval.fixture.ts";
import { type ApprovalRecord, approvalStatusAt } from "./approval-record.ts";
import {
  type ApprovalCommand,
  type ApprovalState,
  decideApproval,
  decideApprovalExpiry,
} from "./approval-rules.ts";

/** The state for a command that is sent with a key. `requester` is the reviewer of the requester's key. */
const stateOf = (
  approval: ApprovalRecord | undefined,
  [keyId, reviewer]: readonly [string, string | null],
  further: Partial<ApprovalState> = {},
): ApprovalState => ({
  approval,
  caller: { keyId, reviewer, scopes: new Set(scopes), keyAgent: null },
  requesterReviewer: null,
  approver: undefined,
  inactiveKeys: new Set(),
  ...further,
});

/** Decides a command at the instant 2,000. The key that sends the command may belong to a reviewer. */
const decide = (
  approval: ApprovalRecord | undefined,
  decision: ApprovalCommand["decision"],
  {
    by = "key_other",
    of = null,
    now = 2000,
    ...further
  }: { by?: string; of?: string | null; now?: number } & Partial<ApprovalState> = {},
) =>
  decideApproval(
    stateOf(approval, [by, of], further),
    { id: "approval-1", decision, reason: null },
    contextAt(now, by),
  );

const ofTwo = opened({ requiredApprovals: 2 });
const unqualified = { approverRequirement: { credentials: ["MD" as const], reviewers: ["rvr_1", "rvr_2"] } };
const doctor = { id: "rvr_1", credentials: ["MD" as const], credentialExpiresAt: 3000 };

describe("decideApproval", () => {
  it("approves a pending approval, with an evidence event and a webhook event", () => {
    const decision = decide(opened(), "approve");
    const set = {
      approvals: [given("key_other")],
      status: "approved",
      decidedAt: 2000,
      decidedBy: "key_other",
      reason: null,
    };
    expect(decision.changes).toEqual([{ op: "update", id: "approval-1", set }]);
    const { binding: _binding, ...shown } = decision.record;
    expect(decision.events).toEqual([{ event: "approval.approved", at: 2000, data: shown }]);
    expect(decision.evidence).toEqual([
      {
        type: "approval.approved",
        session: null,
        data: { ...shown, by: "key_other", approvalId: "approval-1", agentId: shown.subject.id },
      },
    ]);
  });

  it("waits until the required number of owners have approved", () => {
    const first = decide(ofTwo, "approve", { by: "key_1", of: "rvr_1" });
    expect([first.record.status, first.record.decidedAt, first.events[0]?.event]).toEqual([
      "pending",
      null,
      "approval.given",
    ]);
    // Another key of the same reviewer is the same owner.
    const same = decide(first.record, "approve", { by: "key_2", of: "rvr_1" });
    expect([same.record, same.changes]).toEqual([first.record, []]);
    const second = decide(first.record, "approve", { by: "key_3" });
    expect([second.record.status, second.record.approvals.length, second.record.decidedBy]).toEqual([
      "approved",
      2,
      "key_3",
    ]);
  });

  it("does not count an approval whose key is revoked or expired", () => {
    const first = { ...ofTwo, approvals: [given("key_1")] };
    const second = decide(first, "approve", { by: "key_2", inactiveKeys: new Set(["key_1"]) });
    expect([second.record.status, second.record.approvals]).toEqual(["pending", [given("key_2")]]);
  });

  it("rejects an approved, unused approval, which is final", () => {
    const rejected = decide(approved, "reject", { by: "key_third" }).record;
    expect([rejected.status, rejected.decidedBy]).toEqual(["rejected", "key_third"]);
    expect(decide(rejected, "reject", { by: "key_third" }).changes).toEqual([]);
    expect(() => decide(rejected, "approve", { by: "key_fourth" })).toThrow(
      expect.objectContaining({ code: "invalid_state" }),
    );
  });

  it("changes nothing for the same decision of the same key", () => {
    const decision = decide(approved, "approve", { now: 3000 });
    expect([decision.record, decision.changes, decision.evidence, decision.events]).toEqual([
      approved,
      [],
      [],
      [],
    ]);
  });

  it.each([
    ["an unknown approval", undefined, {}, "not_found"],
    ["the requester's key", opened(), { by: "key_requester" }, "insufficient_scope"],
    [
      "another key of the requester's reviewer",
      opened(),
      { of: "rvr_1", requesterReviewer: "rvr_1" },
      "insufficient_scope",
    ],
    ["an approval that another owner completed", approved, { by: "key_third" }, "invalid_state"],
    ["an approval that has expired", opened(), { now: 901_000 }, "invalid_state"],
    ["a key without reviewer, if one is required", opened(unqualified), {}, "approver_not_qualified"],
    [
      "a reviewer who is not listed",
      opened(unqualified),
      { approver: { ...doctor, id: "rvr_3" } },
      "approver_not_qualified",
    ],
    [
      "a reviewer without the credential",
      opened(unqualified),
      { approver: { ...doctor, credentials: ["RN" as const] } },
      "approver_not_qualified",
    ],
    [
      "a reviewer whose credentials have expired",
      opened(unqualified),
      { approver: doctor, now: 3000 },
      "approver_not_qualified",
    ],
  ])("refuses %s", (_title, approval, further, code) => {
    expect(() => decide(approval, "approve", further)).toThrow(expect.objectContaining({ code }));
    if (code !== "invalid_state" || approval !== approved)
      expect(() => decide(approval, "reject", further)).toThrow(expect.objectContaining({ code }));
  });

  it("accepts a reviewer who meets the requirement, until the credentials expire", () => {
    expect(decide(opened(unqualified), "approve", { approver: doctor, now: 2999 }).record.status).toBe(
      "approved",
    );
  });
});

describe("a withdrawal", () => {
  it("by the requester's owner is final, even if the call was already approved", () => {
    for (const approval of [opened(), approved]) {
      const { record, events } = decide(approval, "withdraw", { by: "key_requester" });
      expect([record.status, record.decidedBy, events[0]?.event]).toEqual([
        "withdrawn",
        "key_requester",
        "approval.withdrawn",
      ]);
      expect(decide(record, "withdraw", { by: "key_requester" }).changes).toEqual([]);
      expect(() => decide(record, "approve")).toThrow(expect.objectContaining({ code: "invalid_state" }));
    }
  });

  it("by an approver takes back only their own approval", () => {
    const complete = {
      ...approved,
      requiredApprovals: 2,
      approvals: [given("key_1", "rvr_1"), given("key_2")],
    };
    const { record } = decide(complete, "withdraw", { by: "key_3", of: "rvr_1" });
    expect([record.status, record.approvals, record.decidedAt]).toEqual(["pending", [given("key_2")], null]);
  });

  it.each([
    ["an owner who neither requested nor approved", approved, { by: "key_third" }, "insufficient_scope"],
    [
      "a requester without the scope authorize",
      opened(),
      { by: "key_requester", scopes: ["approvals:decide" as const] },
      "insufficient_scope",
    ],
    [
      "an approver without the scope approvals:decide",
      approved,
      { scopes: ["authorize" as const] },
      "insufficient_scope",
    ],
    ["a used approval", { ...approved, status: "used" as const }, {}, "invalid_state"],
    [
      "a rejected approval",
      { ...approved, status: "rejected" as const },
      { by: "key_requester" },
      "invalid_state",
    ],
    ["an expired approval", approved, { by: "key_requester", now: 901_000 }, "invalid_state"],
  ])(
    "is refused for %s",
    (
      _title,
      approval,
      {
        scopes: held = [...scopes],
        ...further
      }: { by?: string; now?: number; scopes?: readonly (typeof scopes)[number][] },
      code,
    ) => {
      const by = further.by ?? "key_other";
      const caller = { keyId: by, reviewer: null, scopes: new Set(held), keyAgent: null };
      expect(() => decide(approval, "withdraw", { ...further, caller })).toThrow(
        expect.objectContaining({ code }),
      );
    },
  );
});

describe("an expiry", () => {
  it("takes effect at its instant, unless the approval is in a final state", () => {
    expect(approvalStatusAt(opened(), 900_999)).toBe("pending");
    expect(approvalStatusAt(approved, 901_000)).toBe("expired");
    expect(approvalStatusAt({ ...approved, status: "used" }, 901_000)).toBe("used");
  });

  it("is stored once, with its events", () => {
    expect(decideApprovalExpiry(approved, 900_999).changes).toEqual([]);
    const { record, events, evidence } = decideApprovalExpiry(approved, 901_000);
    expect([record.status, events[0]?.event, evidence[0]?.data["by"]]).toEqual([
      "expired",
      "approval.expired",
      null,
    ]);
    expect(decideApprovalExpiry(record, 901_001).changes).toEqual([]);
  });
});
