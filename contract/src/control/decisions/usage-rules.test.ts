import { describe, expect, it } from "vitest";
import { limits } from "../../platform/limits.ts";
import { contextAt } from "./evaluated-request.fixture.ts";
import { type CostRecord, decideSettlement } from "./settlement-rules.ts";
import { ceilingsFor, countedKeyOf, countRequest, meteredAgentId } from "./usage-rules.ts";

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
const metered = { agentId: "bot", ceilings, counted: undefined, cost: 3 };
const at = { id: "dec_1", now: 1_000_000 };

describe("the usage of an agent", () => {
  it("is counted if a ceiling is set or the request has a cost, and the agent is known", () => {
    expect(meteredAgentId(callOf({}), agent, ceilings)).toBe("bot");
    expect(meteredAgentId(callOf({ cost: 1 }), agent, none)).toBe("bot");
    expect(meteredAgentId(callOf({}), agent, none)).toBeNull();
    expect(meteredAgentId(callOf({ cost: 1 }), null, ceilings)).toBeNull();
  });

  it("counts a call, and reserves the cost of a granted one until its decision expires", () => {
    const { slices, cost, counted } = countRequest(metered, true, at);
    expect(slices).toEqual([
      { agentId: "bot", kind: "calls", at: 999_600, amount: 1 },
      { agentId: "bot", kind: "cost", at: 972_000, amount: 3 },
    ]);
    const expiresAt = 1_000_000 + limits.decisionSeconds * 1000;
    expect(cost).toMatchObject({ id: "dec_1", reserved: 3, at: 972_000, expiresAt, settledAt: null });
    expect(counted).toEqual({ reserved: true });
  });

  it("reserves nothing for a request that is not granted", () => {
    const { slices, cost, counted } = countRequest(metered, false, at);
    expect([slices.map(({ kind }) => kind), cost, counted]).toEqual([
      ["calls"],
      undefined,
      { reserved: false },
    ]);
  });

  it("counts a repeated request once, and reserves its cost once", () => {
    const repeated = { ...metered, counted: { reserved: false } };
    expect(countRequest(repeated, true, at).slices.map(({ kind }) => kind)).toEqual(["cost"]);
    const reserved = { ...metered, counted: { reserved: true } };
    expect(countRequest(reserved, true, at)).toEqual({
      slices: [],
      cost: undefined,
      counted: { reserved: true },
    });
  });

  it("skips ceilings that an earlier equal request has passed", () => {
    expect(ceilingsFor(ceilings, undefined, 3)).toBe(ceilings);
    expect(ceilingsFor(ceilings, { reserved: false }, 3)).toEqual({ ...ceilings, rateCeiling: null });
    expect(ceilingsFor(ceilings, { reserved: false }, 0)).toBeUndefined();
    expect(ceilingsFor(ceilings, { reserved: true }, 3)).toBeUndefined();
  });

  it("distinguishes requests with one key by caller and content", () => {
    const keys = [countedKeyOf("a", "1", "k"), countedKeyOf("b", "1", "k"), countedKeyOf("a", "2", "k")];
    expect(new Set(keys).size).toBe(3);
  });
});

describe("decideSettlement", () => {
  const cost: CostRecord = {
    id: "dec_1",
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
    const { record, changes, evidence, settlement } = settle(cost, 2);
    const set = { cost: 2, settledAt: 1000 };
    expect([record, changes]).toEqual([{ ...cost, ...set }, [{ op: "update", id: "dec_1", set }]]);
    const shown = { decisionId: "dec_1", agentId: "bot", reserved: 3, cost: 2 };
    expect(evidence).toEqual([{ type: "spend.settled", data: { ...shown, by: "key_1" } }]);
    expect(settlement).toEqual({ ...shown, settledAt: 1000 });
  });

  it("changes nothing for the same cost, even after the decision has expired", () => {
    const { changes, evidence, settlement } = settle({ ...cost, cost: 2, settledAt: 500 }, 2, 9000);
    expect([changes, evidence, settlement.settledAt]).toEqual([[], [], 500]);
  });

  it.each([
    ["what reserved nothing", undefined, 1000, "not_found"],
    ["another cost than the settled one", { ...cost, cost: 1, settledAt: 500 }, 1000, "conflict"],
    ["a decision at the instant of its end", cost, 2000, "invalid_state"],
  ])("refuses %s", (_title, record, now, code) => {
    expect(() => settle(record, 2, now)).toThrow(expect.objectContaining({ code }));
  });
});
