// An administrator works with policies: activates versions, and simulates a draft on past decisions.
import { harmlessFacts } from "@assay/contract/domain";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nothingFound } from "@assay/contract/control/cedar/engine/policy-engine";
import { type EffectiveSet, policySet } from "@assay/contract/control/cedar/policy-set";
import { requestOfCase } from "@assay/contract/control/cedar/engine/run-policy-case";
import { draft, openPolicyHarness, type PolicyHarness, loggedRequest } from "./harness/policy-harness.ts";

let harness: PolicyHarness;
let assay: Assay;
let server: PolicyHarness["server"];
beforeAll(async () => {
  harness = await openPolicyHarness();
  ({ assay, server } = harness);
});
afterAll(() => harness.server.close());

const policiesOf: PolicyHarness["policiesOf"] = (ids) => harness.policiesOf(ids);
const decide: PolicyHarness["decide"] = (...decision) => harness.decide(...decision);

describe("the catalog", () => {
  test("returns the baseline and the current versions in force, in the order attached", async () => {
    const { policies } = assay.control;
    await policies.create({ id: "b", text: "forbid (principal, action, resource);" });
    await policies.create({ id: "a", text: "permit (principal, action, resource);", mode: "shadow" });
    const idsOf = ({ set }: { set: EffectiveSet }) =>
      set.policies.map(({ id, version }) => `${id}@${version}`);
    const baseline = ["latch-0@1", "latch-1@1", "latch-2@1", "latch-3@1", "latch-4@1", "latch-5@1"];
    expect(idsOf(await policiesOf(["b", "a"]))).toEqual([...baseline, "b@1", "a@1"]);
    await policies.replace("b", { text: 'forbid (principal, action, resource == tool::"x");' });
    expect(idsOf(await policiesOf(["b"]))).toEqual([...baseline, "b@2"]);
    expect(idsOf(await harness.policiesOfOthers())).toEqual(["a@1", "b@2", "known@1"]);
  });

  test("denies if an attached policy does not exist; policies not in force are ignored with a warning", async () => {
    const { policies } = assay.control;
    await policies.create({ id: "drafted", text: "forbid (principal, action, resource);", status: "draft" });
    const { set, warnings } = await policiesOf(["drafted", "gone"]);
    expect(set.unresolved).toEqual(["gone"]);
    expect(warnings).toMatchObject([{ policyId: "drafted", code: "policy_not_in_force" }]);
    expect(
      server.deps.policies.engine.decide(set, requestOfCase({ name: "", expect: "none" }), nothingFound),
    ).toMatchObject({
      outcome: "deny",
      reasons: [{ code: "policy_unresolved", policyId: "gone" }],
    });
    const elsewhere = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
    await elsewhere.control.policies.create({ id: "foreign", text: "permit (principal, action, resource);" });
    expect((await policiesOf(["foreign"])).set.unresolved).toEqual(["foreign"]);
  });
});

describe("a simulation", () => {
  test("names the decisions that a draft changes, does not change, and cannot replay", async () => {
    const { set } = await policiesOf([]);
    expect(await decide(set, { said: loggedRequest({ amount: 500 }) })).toBe("allow");
    // No policy reads the redacted note.
    const unread = { redacted: [{ type: "github_token", path: "/args/note" }] };
    expect(await decide(set, { ...unread, said: loggedRequest({ amount: 50, note: "x" }) })).toBe("allow");
    expect(
      await decide(set, {
        facts: {
          ...harmlessFacts,
          agentActive: false,
          agentGroups: [],
          toolGroups: [],
          egressHosts: [],
          egressOutside: [],
          secretTypes: [],
        },
        said: loggedRequest({ amount: 500 }),
      }),
    ).toBe("deny");
    await decide(set, {
      redacted: [{ type: "github_token", path: "/args/amount" }],
      said: loggedRequest({ amount: "x" }),
    });
    await decide(set, { said: null });
    await decide(policySet([], { baseline: true, unresolved: ["gone"] }));
    const simulation = await assay.control.policies.simulate({ text: draft, outcome: "ask" });
    expect(simulation).toMatchObject({
      replayed: 3,
      changed: [{ decisionId: "dec_1", from: "allow", to: "ask", because: "Large orders wait for a human." }],
      notReplayed: [
        { decisionId: "dec_6", code: "policy_gone" },
        { decisionId: "dec_5", code: "too_large" },
        {
          decisionId: "dec_4",
          code: "redacted",
          because: "/args/amount was redacted, and the policies read it.",
        },
      ],
    });
    // A draft that reads only facts does not need the input, which is redacted.
    const plain = "forbid (principal is agent, action, resource) when { context.facts.riskRank > 0 };";
    expect(await assay.control.policies.simulate({ text: plain })).toMatchObject({
      replayed: 5,
      changed: [],
    });
    expect(await assay.control.policies.simulate({ text: draft, last: 2 })).toMatchObject({ replayed: 0 });
    expect(await assay.control.policies.simulate({ text: draft, agentId: "nobody" })).toMatchObject({
      replayed: 0,
      notReplayed: [],
    });
  });

  test("of a policy skips decisions in which the policy was not evaluated", async () => {
    await assay.control.policies.create({ id: "limits", text: draft, outcome: "ask" });
    const { set } = await policiesOf(["limits"]);
    expect(await decide(set, { said: loggedRequest({ amount: 500 }) })).toBe("ask");
    const looser = draft.replace("100", "1000");
    expect(await assay.control.policies.simulate({ policyId: "limits", text: looser })).toMatchObject({
      replayed: 1,
      changed: [{ from: "ask", to: "allow" }],
      notReplayed: [],
    });
  });

  test("reads stored entities, as the decisions did, and reports entities that have changed", async () => {
    const elsewhere = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
    const { control } = elsewhere;
    const record = (id: string, status: string) => ({ type: "record", id, properties: { status } });
    const [current, archived] = [record("1", "active"), record("2", "archived")];
    await control.policies.create({ id: "all", text: "permit (principal, action, resource);" });
    await control.entities.put({ entities: [current, archived] });
    const reading = (id: string) => ({
      subject: { type: "user", id: "ada", properties: { ward: 3 } },
      action: { name: "read" },
      resource: { type: "record", id },
    });
    for (const id of ["1", "2", "none"]) await control.authorize(reading(id));
    const text = `forbid (principal, action, resource)
when { resource has status && resource.status == "archived" && principal.ward == 3 };`;
    const because = 'Policy "(draft)" forbids this.';
    expect(await control.policies.simulate({ text })).toMatchObject({
      replayed: 3,
      changed: [{ seq: 4, from: "allow", to: "deny", because }],
      notReplayed: [],
    });
    await control.entities.patch({ entities: [record("1", "archived")] });
    await control.entities.delete("record", "2");
    const changed = (id: string) =>
      `The stored properties of "record" "${id}" have changed since the decision, and the policies read them.`;
    expect(await control.policies.simulate({ text })).toMatchObject({
      replayed: 1,
      changed: [],
      notReplayed: [
        { seq: 4, code: "entity_changed", because: changed("2") },
        { seq: 3, code: "entity_changed", because: changed("1") },
      ],
    });
    // The simulation of a policy that uses no entities does not depend on the stored entities.
    const plain = 'forbid (principal, action == Action::"read", resource);';
    expect(await control.policies.simulate({ text: plain })).toMatchObject({ replayed: 3, notReplayed: [] });
  });

  test("reports erased decisions as not replayed", async () => {
    const { events } = await assay.control.events.list({ type: "policy_decision", limit: 1 });
    await assay.control.evidence.erase({
      events: events.map(({ eventId }) => eventId),
      reason: "on request",
    });
    const simulation = await assay.control.policies.simulate({ text: draft, last: 1 });
    expect(simulation).toMatchObject({ replayed: 0, notReplayed: [{ decisionId: null, code: "erased" }] });
  });
});
