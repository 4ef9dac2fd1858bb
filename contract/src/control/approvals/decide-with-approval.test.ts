import { describe, expect, it } from "vitest";
import { askDecision, granted } from "../decisions/evaluated-request.fixture.ts";
import type { LockedFacts } from "../decisions/evaluate-request.ts";
import { noUsage, type Usage } from "../decisions/usage-rules.ts";
import { defaultSettings } from "../settings/settings.ts";
import { approved, given } from "./approval.fixture.ts";
import { sentApprovalOf } from "./approval-obstacles.ts";
import type { ApprovalRecord } from "./approval-record.ts";
import { decideRequest, firstDecisionOf, metadataOf } from "./decide-with-approval.ts";

const requester = { keyId: "key_requester", reviewer: null, keyAgent: null };
const naming = (found: ApprovalRecord | undefined, owner = requester) =>
  sentApprovalOf({ sent: "apv_1", found, isActive: (id) => id !== "key_revoked", secrets: [] }, owner);

/** Decides the request of `askDecision`, and records with which facts it is evaluated again. */
function decide(sent: ReturnType<typeof naming> | undefined, usage: Usage = noUsage) {
  const evaluations: LockedFacts[] = [];
  const decided = decideRequest({
    first: askDecision,
    evaluate: (facts) => {
      evaluations.push(facts);
      return facts.approved ? granted : askDecision;
    },
    sent,
    usage,
    settings: defaultSettings,
    secrets: [],
    decisionId: "dec_1",
    now: 3000,
  });
  return { ...decided, evaluations };
}

describe("decideRequest", () => {
  it("evaluates a request once if no approval and no ceiling changes its facts", () => {
    const { evaluated, use, usage, evaluations } = decide(undefined);
    expect(evaluations).toEqual([]);
    expect([evaluated.verdict.outcome, use?.type, usage.slices]).toEqual(["ask", "open", []]);
  });

  it("evaluates a request again with its approval, and uses the approval", () => {
    const { evaluated, use, evaluations } = decide(naming(approved));
    expect(evaluations).toEqual([{ approved: true, rateExceeded: false, budgetExceeded: false }]);
    expect(evaluated.verdict.outcome).toBe("allow");
    expect(use).toEqual({ type: "use", approval: approved, decisionId: "dec_1" });
  });

  it("does not evaluate again for an approval that does not apply, and warns of it", () => {
    const { evaluated, use, evaluations } = decide(naming(undefined));
    expect(evaluations).toEqual([]);
    expect(evaluated.verdict.warnings).toMatchObject([{ code: "approval_unknown" }]);
    expect(use?.type).toBe("open");
  });

  it("evaluates a request again over a ceiling, and counts nothing over the rate ceiling", () => {
    const facts = { rateExceeded: true, budgetExceeded: false };
    const metered = {
      agentId: "bot",
      ceilings: { rateCeiling: { calls: 1, windowSeconds: 60 }, spendCeiling: null },
      repeat: null,
      cost: 1,
    };
    const { usage, evaluations } = decide(undefined, { facts, retryAfterSeconds: 5, metered });
    expect(evaluations).toEqual([{ approved: false, ...facts }]);
    expect(usage).toEqual({ slices: [], cost: undefined });
  });
});

describe("sentApprovalOf", () => {
  it("names the keys that can no longer be used, and whether the caller approved the call", () => {
    const { approval, isOwn, inactiveKeys } = naming({
      ...approved,
      approvals: [given("key_revoked"), given("key_other")],
    });
    expect([approval?.id, isOwn, [...inactiveKeys]]).toEqual([approved.id, false, ["key_revoked"]]);
    expect(naming(approved, { ...requester, keyId: "key_other" }).isOwn).toBe(true);
  });

  it("hides the approvals of other agents from a bound key", () => {
    const { approval, isOwn, inactiveKeys } = sentApprovalOf(
      { sent: "apv_1", found: approved, isActive: () => false, secrets: [] },
      { keyId: "key_other", reviewer: null, keyAgent: "other-bot" },
    );
    expect([approval, isOwn, [...inactiveKeys]]).toEqual([undefined, false, []]);
  });
});

it("the metadata name the approval and the repeated decision, and a first decision expires with its approval", () => {
  const caller = { keyId: "key_requester", keyAgent: null };
  const identity = { decisionId: "dec_1", now: 3000, inputDigest: "d", caller, requestKey: "k" };
  const metadata = metadataOf(identity, approved, { replayOf: "dec_0", reserves: false });
  expect(metadata).toEqual({
    decisionId: "dec_1",
    evaluatedAt: 3000,
    inputDigest: "d",
    caller,
    requestKey: "k",
    approval: { id: approved.id, expiresAt: approved.expiresAt },
    replayOf: "dec_0",
  });
  expect(metadataOf(identity, undefined, null)).toMatchObject({ approval: null, replayOf: null });
  expect(firstDecisionOf(askDecision, metadata)).toEqual({
    decisionId: "dec_1",
    expiresAt: approved.expiresAt,
  });
  // Other decisions are valid for five minutes.
  expect(firstDecisionOf(granted, metadata).expiresAt).toBe(303_000);
});
