import {
  alreadySettled,
  nothingReserved,
  settledByTime,
} from "@assay/contract/control/decisions/authorize-refusals";
import type { Authorize } from "@assay/sdk";
import { expect } from "vitest";
import { call, newBot, path } from "../harness/arrange-authorize.ts";
import { anId, expectBody, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

export const authorizeCeilingScenarios = [
  engineScenario(
    "authorize",
    200,
    "denies a call beyond the ceiling of calls until the window is over",
    async (context) => {
      const { assay } = context;
      await newBot(context);
      await newBot(context, "other-bot");
      await assay.control.settings.put({ rateCeiling: { calls: 2, windowSeconds: 60 } });
      await assay.control.authorize(call());
      await assay.control.authorize(call({ tool: "undeclared" }));
      const answer = await context.request("POST", path, { body: call() });
      expect(expectBody(answer, 200)).toMatchObject({
        outcome: "deny",
        context: { code: "budget_exceeded" },
      });
      const wait = Number(answer.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(50);
      expect(wait).toBeLessThanOrEqual(61);
      expect((await assay.control.authorize(call({ agentId: "other-bot" }))).outcome).toBe("allow");
      context.target.advance(wait * 1000);
      expect((await assay.control.authorize(call())).outcome).toBe("allow");
    },
  ),
  engineScenario("authorize", 200, "reserves the cost of a call up to the ceiling", async (context) => {
    const { assay } = context;
    await newBot(context);
    await assay.control.settings.put({ spendCeiling: { cost: 0.3, windowSeconds: 3600 } });
    const spend = (cost: number, further: Partial<Authorize> = {}) =>
      assay.control.authorize(call({ context: { cost }, ...further }));
    // A denied call reserves no cost. The sum of three reservations of 0.1 must be exactly 0.3.
    expect((await spend(0.3, { tool: "undeclared" })).outcome).toBe("deny");
    const outcomes = [
      await spend(0.1),
      await spend(0.1),
      await spend(0.1),
      await spend(0.01),
      await spend(0),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["allow", "allow", "allow", "deny", "deny"]);
    const first = outcomes[0]?.decisionId ?? "";
    await assay.control.settle(first, { cost: 0.05 });
    expect((await spend(0.06)).outcome).toBe("deny");
    expect((await spend(0.05)).outcome).toBe("allow");
  }),
  engineScenario(
    "authorizeBatch",
    200,
    "counts each request of a batch towards the ceilings",
    async (context) => {
      const { assay } = context;
      await newBot(context);
      await assay.control.settings.put({ rateCeiling: { calls: 3, windowSeconds: 60 } });
      const { decisions } = await assay.control.authorizeBatch({
        requests: Array.from({ length: 5 }, () => call()),
      });
      expect(decisions.map(({ outcome }) => outcome)).toEqual(["allow", "allow", "allow", "deny", "deny"]);
    },
  ),
  engineScenario(
    "settleDecision",
    200,
    "replaces the reserved cost by the actual cost, once",
    async (context) => {
      const { assay } = context;
      await newBot(context);
      const { decisionId } = await assay.control.authorize(call({ context: { cost: 0.5 } }));
      const settled = await assay.control.settle(decisionId, { cost: 0.2 });
      expect(settled).toEqual({
        decisionId,
        agentId: "triage-bot",
        reserved: 0.5,
        cost: 0.2,
        settledAt: expect.any(Number),
      });
      expect(await assay.control.settle(decisionId, { cost: 0.2 })).toEqual(settled);
      const { events } = await assay.control.events.list({ type: "spend.settled" });
      expect(events.map(({ data }) => data)).toEqual([
        { decisionId, agentId: "triage-bot", reserved: 0.5, cost: 0.2, by: anId("key") },
      ]);
    },
  ),
  scenario("settleDecision", 409, "refuses a different cost and a late settlement", async (context) => {
    const { assay } = context;
    await newBot(context);
    const decide = () => assay.control.authorize(call({ context: { cost: 0.5 } }));
    const settle = (id: string, cost: number) =>
      context.request("POST", `${path}/${id}/settle`, { body: { cost } });
    const { decisionId } = await decide();
    await settle(decisionId, 0.2);
    expectRefusal(await settle(decisionId, 0.3), alreadySettled(decisionId, 0.2));
    const late = await decide();
    context.target.advance(300_000);
    expectRefusal(await settle(late.decisionId, 0.1), settledByTime(late.decisionId, 0.5));
  }),
  scenario(
    "settleDecision",
    404,
    "returns 404 for a call without cost and for decisions of other workspaces",
    async (context) => {
      const { assay } = context;
      await newBot(context);
      const free = await assay.control.authorize(call());
      const costly = await assay.control.authorize(call({ context: { cost: 1 } }));
      const settle = (id: string, key = context.key) =>
        context.request("POST", `${path}/${id}/settle`, { body: { cost: 1 }, key });
      expectRefusal(await settle(free.decisionId), nothingReserved(free.decisionId));
      const { key } = await context.otherWorkspace();
      expectRefusal(await settle(costly.decisionId, key), nothingReserved(costly.decisionId));
      expectRefusal(await settle("dec_x"), nothingReserved("dec_x"));
    },
  ),
];
