// Scenarios for typed values and references to entities in decisions and stored entities.
import { expect } from "vitest";
import { newBot } from "../harness/arrange-authorize.ts";
import {
  ada,
  allowed,
  chart,
  decide,
  forbidden,
  ip,
  named,
  policies,
  ref,
  ward,
} from "../harness/arrange-hierarchy.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

export const typedValueScenarios = [
  engineScenario(
    "authorize",
    200,
    "references give attributes and ancestors of stored entities",
    async (context) => {
      await context.assay.control.entities.put(ward);
      const text = `forbid (principal, action, resource) when { resource has owner && resource.owner has level && resource.owner.level > 2 };
forbid (principal, action, resource) when { principal has chief && principal.chief in team::"staff" };
forbid (principal, action, resource) when { context has by && context.by has chief && context.by.chief.level == 1 };`;
      await policies(context, text);
      const other = named("record", "2");
      expect(await decide(context, { subject: ada, resource: chart })).toEqual(forbidden);
      expect(await decide(context, { subject: ada, resource: other })).toEqual(allowed);
      const chief = (id: string) => ({
        subject: { ...named("user", "x"), properties: { chief: ref("user", id) } },
        resource: other,
      });
      expect(await decide(context, chief("ada"))).toEqual(forbidden);
      expect(await decide(context, chief("eve"))).toEqual(allowed);
      await context.assay.control.entities.patch({
        entities: [{ ...named("user", "eve"), properties: { chief: ref("team", "interns") } }],
      });
      const by = { by: ref("user", "eve") };
      expect(await decide(context, { subject: ada, resource: other, context: by })).toEqual(forbidden);
      // An entity that does not exist has no attributes.
      const nobody = { by: ref("user", "nobody") };
      expect(await decide(context, { subject: ada, resource: other, context: nobody })).toEqual(allowed);
    },
  ),
  scenario(
    "authorize",
    200,
    "typed values are addresses, decimals and times in properties and context",
    async (context) => {
      await context.assay.control.entities.put(ward);
      await policies(
        context,
        "forbid (principal, action, resource) unless { context has source && resource has net && context.source.isInRange(resource.net) };",
      );
      const from = (source: unknown) =>
        decide(context, { subject: ada, resource: chart, context: { source } });
      expect(await from(ip("10.1.2.3"))).toEqual(allowed);
      expect(await from(ip("11.1.2.3"))).toEqual(forbidden);
      // A plain string is not an IP address, and a typed value must be well-formed.
      expect(await from("10.1.2.3")).toEqual(["deny", "policy_error"]);
      for (const wrong of [
        ip("10.1.2.300"),
        { ...ip("10.1.2.3"), more: 1 },
        { __extn: { fn: "url", arg: "x" } },
        { __expr: "1" },
      ])
        expect(await from(wrong), JSON.stringify(wrong)).toEqual(["deny", "not_representable"]);
    },
  ),
  scenario(
    "authorize",
    200,
    "typed values never count in arguments and action properties",
    async (context) => {
      await newBot(context);
      const { agents, policies: stored } = context.assay.control;
      const text = `forbid (principal is agent, action, resource) when { context.args has owner && context.args.owner == user::"ada" };
forbid (principal is agent, action, resource) when { context has action && context.action has net && context.action.net.isLoopback() };`;
      await stored.create({ id: "rule", text, unknownNames: "allow" });
      await agents.setPolicies("triage-bot", { policyIds: ["rule"] });
      const call = { subject: named("agent", "triage-bot"), resource: named("tool", "chart.read") };
      const action = { name: "tools/call" };
      for (const body of [
        { ...call, action, args: { owner: ref("user", "ada") } },
        { ...call, action: { ...action, properties: { net: ip("127.0.0.1") } } },
      ])
        expect(await context.assay.control.authorize(body)).toMatchObject({
          outcome: "deny",
          reasons: [{ code: "not_representable" }],
        });
    },
  ),
  scenario("patchEntities", 200, "replaces a typed value as a whole", async ({ assay }) => {
    await assay.control.entities.put({
      entities: [{ ...chart, properties: { owner: ref("user", "eve"), a: { b: 1 } } }],
    });
    for (const owner of [ip("::1"), { name: "x" }, ref("user", "ada")]) {
      await assay.control.entities.patch({ entities: [{ ...chart, properties: { owner } }] });
      expect((await assay.control.entities.list()).entities[0]?.properties).toEqual({ owner, a: { b: 1 } });
    }
  }),
];
