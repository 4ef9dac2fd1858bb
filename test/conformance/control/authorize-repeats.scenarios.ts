// Scenarios for requests with the same idempotency key: which of them count, and which share a reserved cost.
import { alreadySettled } from "@assay/contract/control/decisions/authorize-refusals";
import { limits } from "@assay/contract/platform/limits";
import type { Authorize } from "@assay/sdk";
import { expect } from "vitest";
import { call, decisionsIn, newBot, outcomeOf, path } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

/** The members of a decision that these scenarios read. */
interface Decided {
  decisionId: string;
  outcome: string;
  replayOf: string | null;
}

const spending = (cost = 0.6): Authorize => call({ context: { cost } });

/** Sends requests with an idempotency key, by default `k`. */
const sender =
  ({ key, request }: Context) =>
  async (body: Authorize = spending(), further: { key?: string; by?: string } = {}): Promise<Decided> => {
    const headers = { "idempotency-key": further.key ?? "k" };
    const answer = await request("POST", path, { body, headers, key: further.by ?? key });
    const { decisionId, outcome, replayOf } = Object(expectBody(answer, 200)) as Decided;
    return { decisionId, outcome, replayOf };
  };

const arrange = async (context: Context, cost = 1) => {
  await newBot(context);
  await context.assay.control.settings.put({ spendCeiling: { cost, windowSeconds: 3600 } });
  return sender(context);
};

const outcomesOf = (decided: readonly Decided[]): string[] => decided.map(({ outcome }) => outcome);

export const authorizeRepeatScenarios = [
  engineScenario(
    "authorize",
    200,
    "counts each repeat as a call, and reserves the cost once",
    async (context) => {
      const { settings } = context.assay.control;
      const send = await arrange(context, 5);
      await settings.put({
        rateCeiling: { calls: 5, windowSeconds: 60 },
        spendCeiling: { cost: 5, windowSeconds: 60 },
      });
      const decided: Decided[] = [];
      for (let index = 0; index < 30; index += 1) decided.push(await send(spending(4)));
      const counted = Array.from({ length: 30 }, (_, index) => (index < 5 ? "allow" : "deny"));
      expect(outcomesOf(decided)).toEqual(counted);
      expect(decided.map(({ replayOf }) => replayOf)).toEqual([
        null,
        ...Array.from({ length: 29 }, () => decided[0]?.decisionId),
      ]);
      const events = await decisionsIn(context);
      expect(events.map(({ data }) => data?.["replayOf"] ?? null)).toEqual(
        decided.map(({ replayOf }) => replayOf),
      );
      const [last] = (await context.assay.control.events.list({ type: "policy_decision", limit: 1 })).events;
      expect(last?.data?.["reasons"]).toMatchObject([{ code: "budget_exceeded" }]);
      // The first decision has expired, so the call is new. In its window, 4 of 5 are already spent, so
      // another 4 are refused.
      await settings.put({ rateCeiling: null, spendCeiling: { cost: 5, windowSeconds: 3600 } });
      context.target.advance(limits.decisionSeconds * 1000);
      expect(await send(spending(4))).toMatchObject({ outcome: "deny", replayOf: null });
      expect(await send(spending(1), { key: "rest" })).toMatchObject({ outcome: "allow", replayOf: null });
    },
  ),
  engineScenario(
    "authorize",
    200,
    "reserves the cost again after the first decision expires",
    async (context) => {
      const send = await arrange(context);
      const first = await send();
      context.target.advance(limits.decisionSeconds * 1000 - 1000);
      expect(await send()).toMatchObject({ outcome: "allow", replayOf: first.decisionId });
      context.target.advance(1000);
      // The call is new, and 0.6 of the ceiling of 1 is already spent.
      expect(await send()).toMatchObject({ outcome: "deny", replayOf: null });
    },
  ),
  engineScenario("settleDecision", 200, "settles the shared cost with any id, once", async (context) => {
    const { control } = context.assay;
    const send = await arrange(context);
    const [first, second, third] = [await send(), await send(), await send()];
    const settled = await control.settle(third.decisionId, { cost: 0.5 });
    expect(settled).toMatchObject({ decisionId: first.decisionId, reserved: 0.6, cost: 0.5 });
    expect(await control.settle(first.decisionId, { cost: 0.5 })).toEqual(settled);
    await expectRejected(
      control.settle(second.decisionId, { cost: 0 }),
      alreadySettled(second.decisionId, 0.5),
    );
    // The first cost is settled, so the call is new: 0.5 of 1 is spent, so 0.6 is refused and 0.5 is
    // reserved.
    expect(await send()).toMatchObject({ outcome: "deny", replayOf: null });
    const next = await send(spending(0.5));
    expect(next).toMatchObject({ outcome: "allow", replayOf: null });
    expect(await send(spending(0.5))).toMatchObject({ outcome: "allow", replayOf: next.decisionId });
    expect(await send(spending(0.01), { key: "other" })).toMatchObject({ outcome: "deny" });
  }),
  engineScenario(
    "authorize",
    200,
    "reserves the cost of the first repeat that is allowed",
    async (context) => {
      const { control } = context.assay;
      const send = await arrange(context);
      await control.agents.suspend("triage-bot");
      const first = await send();
      expect(first.outcome).toBe("deny");
      await control.agents.activate("triage-bot");
      const repeats = [await send(), await send()];
      expect(repeats.map(({ outcome, replayOf }) => [outcome, replayOf])).toEqual([
        ["allow", first.decisionId],
        ["allow", first.decisionId],
      ]);
      expect((await send(spending(0.5), { key: "other" })).outcome).toBe("deny");
      const settled = await control.settle(first.decisionId, { cost: 0.1 });
      expect(settled).toMatchObject({ decisionId: repeats[0]?.decisionId, cost: 0.1 });
    },
  ),
  scenario("authorize", 200, "repeats only the same call of the same caller", async (context) => {
    const { key } = context;
    const send = await arrange(context, 10);
    const by = await context.newKey({ scopes: ["authorize"] });
    const first = await send();
    const others = [
      await send(spending(), { by }),
      await send(spending(), { key: "other" }),
      await send(call({ args: { patient: "p-2" }, context: { cost: 0.6 } })),
      await send(spending(0.5)),
    ];
    expect(others.map(({ replayOf }) => replayOf)).toEqual([null, null, null, null]);
    expect(await send(spending(), { by: key })).toMatchObject({ replayOf: first.decisionId });
    // Calls without a cost are repeated too. Without an idempotency key, a call never repeats another call.
    const plain = await send(call());
    expect(await send(call())).toMatchObject({ replayOf: plain.decisionId });
    const answer = await context.request("POST", path, { body: call() });
    expect(expectBody(answer, 200)["replayOf"]).toBeNull();
  }),
  engineScenario("authorizeBatch", 200, "repeats each request of a batch by its index", async (context) => {
    await newBot(context);
    await context.assay.control.settings.put({ spendCeiling: { cost: 1, windowSeconds: 3600 } });
    const send = async (requests: Authorize[]): Promise<Decided[]> => {
      const options = { body: { requests }, headers: { "idempotency-key": "k" } };
      const answer = await context.request("POST", `${path}/batch`, options);
      return Object(expectBody(answer, 200)).decisions as Decided[];
    };
    const first = await send([spending(0.4), spending(0.4)]);
    // Two equal requests of one batch are two calls.
    expect(first.map(({ replayOf }) => replayOf)).toEqual([null, null]);
    const second = await send([spending(0.4), spending(0.4), spending(0.4)]);
    expect(outcomesOf(second)).toEqual(["allow", "allow", "deny"]);
    expect(second.map(({ replayOf }) => replayOf)).toEqual([
      ...first.map(({ decisionId }) => decisionId),
      null,
    ]);
  }),
  engineScenario("authorize", 200, "reserves the cost of concurrent repeats once", async (context) => {
    const send = await arrange(context);
    const decided = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(new Set(outcomesOf(decided))).toEqual(new Set(["allow"]));
    const first = decided.find(({ replayOf }) => replayOf === null)?.decisionId;
    expect(decided.filter(({ replayOf }) => replayOf === first)).toHaveLength(19);
    expect((await send(spending(0.5), { key: "other" })).outcome).toBe("deny");
  }),
  scenario("signRecord", 200, "seals a repeat as it was returned", async (context) => {
    await newBot(context);
    const { control } = context.assay;
    const first = await control.authorize(call(), { idempotencyKey: "k" });
    const repeat = await control.authorize(call(), { idempotencyKey: "k" });
    expect([outcomeOf(repeat)[0], repeat.replayOf]).toEqual(["allow", first.decisionId]);
    for (const decision of [first, repeat])
      expect((await control.records.sign({ decision })).provenance).toBe("recorded");
  }),
];
