import { describe, expect, it } from "vitest";
import { digestOfJson } from "../json-digest.ts";
import { limits } from "../../platform/limits.ts";
import { contextAt } from "./evaluated-request.fixture.ts";
import { type CostRecord, decideSettlement } from "./settlement-rules.ts";
import { repeatOf, requestKeyOf } from "./usage-rules.ts";
import { ceilingsFor, countRequest, countUsage, meteredAgentId } from "./usage-rules.ts";

const ceilings = {
  rateCeiling: { calls: 2, windowSeconds: 60 },
  spendCeiling: { cost: 5, windowSeconds: 3600 },
};
const none = { rateCeiling: null, spendCeiling: null };
const agent = { status: "active", tools: ["*"], boundary: "default", secrets: [] };
const callOf = (context: Record<string, unknown>) => ({
  subject: { type: "agent", id: "bot" },
  action: { name: "tools/call" },
  resource: { type: "tool", id: "t" },
  args: {},
  context,
  session: null,
  warnings: [],
});
const verdict = {
  outcome: "allow" as const,
  reasons: [],
  shadow: [],
  warnings: [],
  obligations: [],
  transform: null,
};
const metered = { agentId: "bot", ceilings, repeat: null, cost: 3 };
const at = { id: "dec_1", now: 1_000_000 };

describe("the usage of an agent", () => {
  it("is counted if a ceiling is set or the request has a cost, and the agent is known", () => {
    expect(meteredAgentId(callOf({}), agent, ceilings)).toBe("bot");
    expect(meteredAgentId(callOf({ cost: 1 }), agent, none)).toBe("bot");
    expect(meteredAgentId(callOf({}), agent, none)).toBeNull();
    expect(meteredAgentId(callOf({ cost: 1 }), null, ceilings)).toBeNull();
  });

  it("counts a call, and reserves the cost of a granted one until its decision expires", () => {
    const { slices, cost } = countRequest(metered, true, at);
    expect(slices).toEqual([
      { agentId: "bot", kind: "calls", at: 999_600, amount: 1 },
      { agentId: "bot", kind: "cost", at: 972_000, amount: 3 },
    ]);
    const expiresAt = 1_000_000 + limits.decisionSeconds * 1000;
    expect(cost).toMatchObject({
      id: "dec_1",
      firstId: "dec_1",
      reserved: 3,
      at: 972_000,
      expiresAt,
      settledAt: null,
    });
  });

  it("reserves nothing for a request that is not granted", () => {
    const { slices, cost } = countRequest(metered, false, at);
    expect([slices.map(({ kind }) => kind), cost]).toEqual([["calls"], undefined]);
  });

  it("is not counted without a metered request, or over the rate ceiling", () => {
    const evaluated = { call: callOf({}), verdict };
    const counted = (rateExceeded: boolean, request: typeof metered | undefined) => {
      const facts = { rateExceeded, budgetExceeded: false };
      return countUsage({ facts, retryAfterSeconds: null, metered: request }, evaluated, at);
    };
    expect(counted(false, metered)).toEqual(countRequest(metered, true, at));
    for (const change of [counted(true, metered), counted(false, undefined)])
      expect(change).toEqual({ slices: [], cost: undefined });
  });

  it("counts each repeat as a call, and reserves the cost once", () => {
    const kindsOf = (reserves: boolean) => {
      const { slices, cost } = countRequest(
        { ...metered, repeat: { replayOf: "dec_0", reserves } },
        true,
        at,
      );
      return [slices.map(({ kind }) => kind), cost?.firstId];
    };
    expect(kindsOf(false)).toEqual([["calls", "cost"], "dec_0"]);
    expect(kindsOf(true)).toEqual([["calls"], undefined]);
  });

  it("does not limit a repeat by the cost that it shares", () => {
    expect(ceilingsFor(ceilings, null)).toBe(ceilings);
    expect(ceilingsFor(ceilings, { replayOf: "dec_0", reserves: false })).toBe(ceilings);
    const shares = { replayOf: "dec_0", reserves: true };
    expect(ceilingsFor(ceilings, shares)).toEqual({ ...ceilings, spendCeiling: null });
  });
});

describe("a repeat", () => {
  const first = { decisionId: "dec_0", expiresAt: 2000 };

  it("lasts until the first decision expires or is settled", () => {
    const repeats = { replayOf: "dec_0", reserves: false };
    expect(repeatOf(first, undefined, 1999)).toEqual(repeats);
    expect(repeatOf(first, { settledAt: null }, 1999)).toEqual({ ...repeats, reserves: true });
    expect(repeatOf(first, undefined, 2000)).toBeNull();
    expect(repeatOf(first, { settledAt: 5 }, 1000)).toBeNull();
    expect(repeatOf(undefined, undefined, 1000)).toBeNull();
  });

  it("has the caller, the content and the idempotency key of the first request", () => {
    const keyOf = (keyId: string, inputDigest: string, key: string) =>
      requestKeyOf({ keyId, inputDigest }, key, digestOfJson);
    const keys = [keyOf("a", "1", "k"), keyOf("b", "1", "k"), keyOf("a", "2", "k"), keyOf("a", "1", "l")];
    expect(new Set(keys).size).toBe(4);
  });
});

describe("decideSettlement", () => {
  const cost: CostRecord = {
    id: "dec_1",
    firstId: "dec_1",
    agentId: "bot",
    reserved: 3,
    cost: null,
    at: 0,
    expiresAt: 2000,
    settledAt: null,
  };
  const settle = (record: CostRecord | undefined, actual: number, now = 1000) =>
    decideSettlement(record, { id: "dec_1", cost: actual, keyAgent: null }, contextAt(now, "key_1"));

  it("replaces the reserved cost by the actual one, with evidence", () => {
    const { record, changes, evidence, settlement, usage } = settle(cost, 2);
    const set = { cost: 2, settledAt: 1000 };
    expect([record, changes]).toEqual([{ ...cost, ...set }, [{ op: "update", id: "dec_1", set }]]);
    const shown = { decisionId: "dec_1", agentId: "bot", reserved: 3, cost: 2 };
    expect(evidence).toEqual([{ type: "spend.settled", data: { ...shown, by: "key_1" } }]);
    expect(settlement).toEqual({ ...shown, settledAt: 1000 });
    const slice = { agentId: "bot", kind: "cost", at: 0 };
    expect(usage).toEqual([
      { ...slice, amount: 2 },
      { ...slice, amount: -3 },
    ]);
  });

  it("changes nothing for the same cost, even after the decision has expired", () => {
    const { changes, evidence, settlement, usage } = settle({ ...cost, cost: 2, settledAt: 500 }, 2, 9000);
    expect([changes, evidence, usage, settlement.settledAt]).toEqual([[], [], [], 500]);
  });

  it.each([
    ["a decision that reserved nothing", undefined, 1000, "not_found"],
    ["another cost than the settled one", { ...cost, cost: 1, settledAt: 500 }, 1000, "conflict"],
    ["a decision at the instant of its expiry", cost, 2000, "invalid_state"],
  ])("refuses %s", (_title, record, now, code) => {
    expect(() => settle(record, 2, now)).toThrow(expect.objectContaining({ code }));
  });
});
