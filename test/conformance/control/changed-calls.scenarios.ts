// Scenarios for calls whose arguments policies change: the whole answer takes the changed call into account.
import { expect } from "vitest";
import { call, newBot } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { scenario } from "../harness/scenario.ts";

const sentTo = (to: string): string =>
  `(principal is agent, action, resource == tool::"chart.read") when { context.args has to && context.args.to == "${to}" };`;
/** A statement that applies to calls with one value of `to`, and changes arguments. */
const changing = (to: string, changes: readonly object[]): string =>
  `@transform(${JSON.stringify(JSON.stringify(changes))}) forbid ${sentTo(to)}`;
const setTo = (value: string) => ({ op: "replace", path: "/to", value });

async function attach(
  context: Context,
  policies: Readonly<Record<string, { text: string; outcome?: "ask" | "transform" }>>,
): Promise<void> {
  await newBot(context);
  const { control } = context.assay;
  for (const [id, policy] of Object.entries(policies)) await control.policies.create({ id, ...policy });
  await control.agents.setPolicies("triage-bot", { policyIds: Object.keys(policies) });
}

const decide = ({ assay }: Context, args: Record<string, unknown>) =>
  assay.control.authorize(call({ args, context: { supports: ["transform"] } }));

const logged = `@obligation("log it") @warning("careful") permit ${sentTo("b")}`;
const obligation = { policyId: "logged", obligation: "log it" };
const warning = { policyId: "logged", code: "policy_warning", message: "careful" };

export const changedCallScenarios = [
  scenario("authorize", 200, "returns the obligations and warnings of the changed call", async (context) => {
    const text = `@obligation("report the sender") ${changing("a", [setTo("b")])}`;
    await attach(context, { logged: { text: logged }, move: { text, outcome: "transform" } });
    expect(await decide(context, { to: "b" })).toMatchObject({
      outcome: "allow",
      obligations: [obligation],
      warnings: [warning],
    });
    expect(await decide(context, { to: "a" })).toMatchObject({
      outcome: "transform",
      transform: [setTo("b")],
      obligations: [{ policyId: "move", obligation: "report the sender" }, obligation],
      warnings: [warning],
    });
  }),
  scenario(
    "authorize",
    200,
    "keeps all remarks if the changed call requires an approval",
    async (context) => {
      const approving = `@obligation("name the ward") forbid ${sentTo("b").replace("when {", "when { !context.facts.approved &&")}`;
      const text = `@obligation("report the sender") ${changing("a", [setTo("b")])}`;
      await attach(context, {
        move: { text, outcome: "transform" },
        approving: { text: approving, outcome: "ask" },
      });
      expect(await decide(context, { to: "a" })).toMatchObject({
        outcome: "ask",
        obligations: [
          { policyId: "move", obligation: "report the sender" },
          { policyId: "approving", obligation: "name the ward" },
        ],
        warnings: [{ code: "changed_arguments" }],
      });
    },
  ),
  scenario(
    "authorize",
    200,
    "denies if the same policy requires further changes of the changed arguments",
    async (context) => {
      const both = [changing("a", [setTo("b")]), changing("b", [setTo("c")])].join("\n");
      await attach(context, { move: { text: both, outcome: "transform" } });
      expect(await decide(context, { to: "b" })).toMatchObject({
        outcome: "transform",
        transform: [setTo("c")],
      });
      expect(await decide(context, { to: "a" })).toMatchObject({
        outcome: "deny",
        decision: false,
        transform: null,
        reasons: [
          {
            policyId: "move",
            code: "policy_error",
            message: 'Policy "move" requires further changes of the changed arguments.',
          },
          { policyId: "move", outcome: "transform" },
        ],
        warnings: [{ code: "changed_arguments" }],
      });
    },
  ),
  scenario("authorize", 200, "accepts changes that alter nothing when they are repeated", async (context) => {
    const changes = [
      { op: "remove", path: "/ssn" },
      { op: "add", path: "/purpose", value: "care" },
    ];
    await attach(context, { tidy: { text: changing("a", changes), outcome: "transform" } });
    expect(await decide(context, { to: "a", ssn: "078-05-1120" })).toMatchObject({
      outcome: "transform",
      transform: changes,
    });
    const growing = [{ op: "add", path: "/notes/-", value: "checked" }];
    const { control } = context.assay;
    await control.policies.replace("tidy", { text: changing("a", growing), outcome: "transform" });
    expect(await decide(context, { to: "a", notes: [] })).toMatchObject({
      outcome: "deny",
      reasons: [{ code: "policy_error" }, { policyId: "tidy" }],
    });
  }),
];
