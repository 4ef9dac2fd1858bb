import type { Authorize, PolicySimulation } from "@assay/sdk";
import { expect } from "vitest";
import { call, newBot } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { scenario } from "../harness/scenario.ts";

const orders = `@message("Large orders wait for a human.")
forbid (principal is agent, action, resource) when { context.args has amount && context.args.amount > 100 };`;
const transforms = `@transform("[{\\"op\\":\\"replace\\",\\"path\\":\\"/amount\\",\\"value\\":100}]")\n${orders}`;

/** Requests decisions on calls with these members, one after another. */
async function decide({ assay }: Context, ...calls: readonly Partial<Authorize>[]): Promise<void> {
  for (const one of calls) await assay.control.authorize(call(one));
}

const changesOf = ({ changed }: PolicySimulation) => changed.map(({ from, to }) => [from, to]);
const obstaclesOf = ({ notReplayed }: PolicySimulation) =>
  notReplayed.map(({ code, because }) => [code, because]);

export const policySimulationScenarios = [
  scenario(
    "simulatePolicy",
    200,
    "names the decisions that a draft changes, newest first",
    async (context) => {
      await newBot(context);
      await decide(context, { args: { amount: 500 } }, { args: { amount: 50 } }, { tool: "chart.delete" });
      const { policies, events } = context.assay.control;
      const simulation = await policies.simulate({ text: orders, outcome: "ask" });
      const [, , first] = (await events.list({ type: "policy_decision" })).events;
      expect(simulation).toEqual({
        replayed: 3,
        changed: [
          {
            decisionId: first?.data?.["decisionId"],
            eventId: first?.eventId,
            seq: first?.seq,
            from: "allow",
            to: "ask",
            because: "Large orders wait for a human.",
          },
        ],
        notReplayed: [],
      });
      expect(changesOf(await policies.simulate({ text: orders, last: 2 }))).toEqual([]);
      expect(await policies.simulate({ text: orders, agentId: "other" })).toMatchObject({ replayed: 0 });
    },
  ),
  scenario("simulatePolicy", 200, "replaces the stored policy by its draft", async (context) => {
    await newBot(context);
    const { policies, agents } = context.assay.control;
    await decide(context, { args: { amount: 500 } });
    await policies.create({ id: "orders", text: orders, outcome: "ask" });
    await agents.setPolicies("triage-bot", { policyIds: ["orders"] });
    await decide(context, { args: { amount: 500 } });
    const simulate = (text: string, outcome: "deny" | "ask" | "transform") =>
      policies.simulate({ policyId: "orders", text, outcome });
    // The first decision was made without the policy.
    const looser = await simulate(orders.replace("100", "1000"), "ask");
    expect([looser.replayed, changesOf(looser)]).toEqual([1, [["ask", "allow"]]]);
    expect(changesOf(await simulate(orders, "deny"))).toEqual([["ask", "deny"]]);
    expect(changesOf(await simulate(transforms, "transform"))).toEqual([["ask", "transform"]]);
    await policies.replace("orders", { text: transforms, outcome: "transform" });
    await decide(context, { args: { amount: 500 } });
    expect(changesOf(await simulate(orders, "ask"))).toEqual([["transform", "ask"]]);
    await policies.replace("orders", { text: orders });
    await decide(context, { args: { amount: 500 } });
    expect(changesOf(await simulate(orders, "ask"))).toEqual([
      ["deny", "ask"],
      ["transform", "ask"],
    ]);
  }),
  scenario("simulatePolicy", 200, "names the decisions that it cannot replay", async (context) => {
    await newBot(context);
    const { agents, evidence, events, policies } = context.assay.control;
    await decide(
      context,
      { args: { amount: 1 } },
      { args: { note: "sk-canary-4b1f9c7Qx2" } },
      { args: { text: "x".repeat(70_000) } },
    );
    await agents.setPolicies("triage-bot", { policyIds: ["gone"] });
    await decide(context, { args: {} });
    const erased = (await events.list({ type: "policy_decision", order: "asc", limit: 1 })).events;
    await evidence.erase({ events: erased.map(({ eventId }) => eventId), reason: "on request" });
    const note =
      'forbid (principal, action, resource) when { context.args has note && context.args.note == "x" };';
    const simulation = await policies.simulate({ text: note });
    expect([simulation.replayed, obstaclesOf(simulation)]).toEqual([
      0,
      [
        ["policy_gone", 'Policy "gone" did not exist at the time of the decision.'],
        ["too_large", "The request was too large to be logged, and the policies read it."],
        ["redacted", "/args/note was redacted, and the policies read it."],
        ["erased", "The data of the decision was erased."],
      ],
    ]);
    expect(simulation.notReplayed.at(-1)?.decisionId).toBeNull();
    // A draft that reads only facts can be simulated although the request is redacted.
    const facts = "forbid (principal is agent, action, resource) when { context.facts.riskRank > 0 };";
    expect(obstaclesOf(await policies.simulate({ text: facts }))).not.toContainEqual([
      "redacted",
      expect.any(String),
    ]);
  }),
  scenario("simulatePolicy", 200, "reports stored entities that have changed since", async (context) => {
    const { control } = context.assay;
    const record = (id: string, status: string) => ({ type: "record", id, properties: { status } });
    await control.policies.create({ id: "all", text: "permit (principal, action, resource);" });
    await control.entities.put({ entities: [record("1", "active"), record("2", "archived")] });
    for (const id of ["1", "2", "none"]) {
      const subject = { type: "user", id: "ada", properties: { ward: 3 } };
      await control.authorize({ subject, action: { name: "read" }, resource: { type: "record", id } });
    }
    const text = `forbid (principal, action, resource)
when { resource has status && resource.status == "archived" && principal.ward == 3 };`;
    expect(await control.policies.simulate({ text })).toMatchObject({
      replayed: 3,
      changed: [{ from: "allow", to: "deny", because: 'Policy "(draft)" forbids this.' }],
      notReplayed: [],
    });
    await control.entities.patch({ entities: [record("1", "archived")] });
    await control.entities.delete("record", "2");
    const changed = (id: string) => [
      "entity_changed",
      `The stored properties of "record" "${id}" have changed since the decision, and the policies read them.`,
    ];
    expect(obstaclesOf(await control.policies.simulate({ text }))).toEqual([changed("2"), changed("1")]);
  }),
  scenario(
    "simulatePolicy",
    200,
    "ends when its budget is spent, and lists the remaining decisions",
    async (context) => {
      await newBot(context);
      const { control } = context.assay;
      const requests = Array.from({ length: 70 }, () => call({ args: { note: "x".repeat(1099) } }));
      for (let batch = 0; batch < 3; batch += 1) await control.authorizeBatch({ requests });
      // Each decision costs (1,099 + 1) × (8,890 + 1) steps and a few for the nodes, so 2,000,000,000 steps suffice
      // for 204 of 210 decisions.
      const text = `forbid (principal, action, resource) when { context.args has note && context.args.note like "*${"a".repeat(8889)}b" };`;
      const { replayed, changed, notReplayed } = await control.policies.simulate({ text, last: 210 });
      expect([replayed, changed]).toEqual([204, []]);
      const { events } = await control.events.list({ type: "policy_decision", order: "asc", limit: 6 });
      expect(notReplayed).toEqual(
        events.toReversed().map(({ eventId, seq, data }) => ({
          decisionId: data?.["decisionId"],
          eventId,
          seq,
          code: "budget_spent",
          because:
            "The simulation has reached its limit of 2,000,000,000 steps. Simulate fewer decisions, or those of one agent, or shorten the patterns that the policies match with like.",
        })),
      );
      // Decisions without this text cost little.
      expect(await control.policies.simulate({ text: orders, last: 210 })).toMatchObject({
        replayed: 210,
        notReplayed: [],
      });
    },
  ),
];
