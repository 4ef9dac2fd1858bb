// Scenarios for the hierarchy of entities in searches, simulations and policy tests.
import { expect } from "vitest";
import { ada, allowed, decide, named, read, ref, ward } from "../harness/arrange-hierarchy.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

export const hierarchySearchScenarios = [
  engineScenario(
    "authzenSearchResource",
    200,
    "lists exactly what evaluations allow, by the same hierarchy",
    async (context) => {
      const { entities } = context.assay.control;
      const records = Array.from({ length: 12 }, (_, index) => ({
        ...named("record", `r${String(index).padStart(2, "0")}`),
        parents: index % 3 === 0 ? [] : [named("folder", index % 3 === 1 ? "open" : "closed")],
        properties: index % 4 === 0 ? { owner: ref("user", "ada") } : {},
      }));
      await entities.put({
        entities: [
          ...records,
          { ...named("folder", "open"), parents: [named("ward", "1")] },
          ada,
          named("user", "eve"),
        ],
        actions: ["read", "write"],
        actionGroups: { view: ["read"] },
      });
      await context.assay.control.policies.create({
        id: "rule",
        text: `permit (principal, action in Action::"view", resource in ward::"1");
permit (principal, action, resource) when { resource has owner && resource.owner == principal };`,
        unknownNames: "allow",
      });
      const post = async (path: string, body: object) =>
        Object((await context.request("POST", `/access/v1/${path}`, { body })).body);
      const permitted = async (subject: object, action: object, resource: object) =>
        (await post("evaluation", { subject, action, resource })).decision === true;
      for (const subject of [ada, named("user", "eve")])
        for (const action of [{ name: "read" }, { name: "write" }]) {
          const { results } = await post("search/resource", {
            subject,
            action,
            resource: { type: "record" },
          });
          const expected = [];
          for (const { type, id } of records)
            if (await permitted(subject, action, { type, id })) expected.push({ type, id });
          expect(results).toEqual(expected);
        }
      for (const { type, id } of records.slice(0, 5)) {
        const resource = { type, id };
        const { results } = await post("search/subject", {
          subject: { type: "user" },
          action: read,
          resource,
        });
        const expected = [];
        for (const subject of [ada, named("user", "eve")])
          if (await permitted(subject, read, resource)) expected.push(subject);
        expect(results).toEqual(expected);
        const found = await post("search/action", { subject: ada, resource });
        const actions = [];
        for (const name of ["read", "write"])
          if (await permitted(ada, { name }, resource)) actions.push({ name });
        expect(found.results).toEqual(actions);
      }
    },
  ),
  scenario(
    "simulatePolicy",
    200,
    "replays with the hierarchy of the decision, or names what has changed",
    async (context) => {
      const { control } = context.assay;
      await control.entities.put(ward);
      await control.policies.create({ id: "open", text: "permit (principal, action, resource);" });
      expect(await decide(context, { subject: ada, resource: named("record", "9") })).toEqual(allowed);
      const text = 'forbid (principal in team::"staff", action, resource);';
      expect(await control.policies.simulate({ text })).toMatchObject({
        replayed: 1,
        changed: [{ to: "deny" }],
      });
      await control.entities.patch({ entities: [{ ...named("team", "interns"), parents: [] }] });
      expect(await control.policies.simulate({ text })).toMatchObject({
        replayed: 0,
        notReplayed: [{ code: "entity_changed" }],
      });
    },
  ),
  scenario("testPolicy", 200, "test cases state the ancestors of subject and resource", async ({ assay }) => {
    const { policies: stored } = assay.control;
    const text =
      'forbid (principal in agent_group::"interns", action, resource) unless { context.facts.toolGroups.contains("safe") };';
    await stored.create({ id: "rule", text, unknownNames: "allow" });
    const subject = { type: "agent", id: "a", parents: [named("agent_group", "interns")] };
    const resource = { type: "tool", id: "t", parents: [named("tool_group", "safe")] };
    const tests = [
      { name: "member", request: { subject }, expect: "deny" as const },
      { name: "other", request: {}, expect: "none" as const },
      { name: "safe", request: { subject, resource }, expect: "none" as const },
    ];
    expect(await stored.test("rule", { tests })).toMatchObject({ passed: 3, failed: 0 });
  }),
];
