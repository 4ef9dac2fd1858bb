// Scenarios for decisions that depend on the hierarchy of entities, on typed values, or on references to
// entities.
import type { PutEntities } from "@assay/sdk";
import { expect } from "vitest";
import { newBot } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const named = (type: string, id: string) => ({ type, id });
const ref = (type: string, id: string) => ({ __entity: { type, id } });
const ip = (arg: string) => ({ __extn: { fn: "ip", arg } });
const read = { name: "read" };

interface Sent {
  subject: {
    type: string;
    id: string;
    properties?: Record<string, unknown>;
    parents?: { type: string; id: string }[];
  };
  resource: {
    type: string;
    id: string;
    properties?: Record<string, unknown>;
    parents?: { type: string; id: string }[];
  };
  context?: Record<string, unknown>;
}

/** Stores a policy for all subjects, besides one that permits everything. */
async function policies({ assay }: Context, text: string): Promise<void> {
  const open = { id: "open", text: "permit (principal, action, resource);" };
  await assay.control.policies.create(open);
  await assay.control.policies.create({ id: "rule", text, unknownNames: "allow" });
}

async function decide({ assay }: Context, sent: Sent, action = read) {
  const { outcome, reasons } = await assay.control.authorize({ action, ...sent });
  return [outcome, reasons[0]?.code];
}

const ada = named("user", "ada");
const chart = named("record", "1");
const forbidden = ["deny", "policy_forbids"];
const allowed = ["allow", "permitted"];

const ward: PutEntities = {
  entities: [
    { ...ada, parents: [named("team", "interns")] },
    { ...named("team", "interns"), parents: [named("team", "staff")], properties: { level: 1 } },
    { ...named("user", "eve"), properties: { level: 3 } },
    {
      ...chart,
      parents: [named("folder", "f")],
      properties: { owner: ref("user", "eve"), net: ip("10.0.0.0/8") },
    },
    { ...named("folder", "f"), parents: [named("ward", "3")] },
  ],
};

export const hierarchyDecisionScenarios = [
  engineScenario(
    "authorize",
    200,
    "a forbid on a group applies to every member below it",
    async (context) => {
      const { entities } = context.assay.control;
      await entities.put(ward);
      await policies(context, 'forbid (principal in team::"staff", action, resource in ward::"3");');
      expect(await decide(context, { subject: ada, resource: chart })).toEqual(forbidden);
      expect(await decide(context, { subject: named("user", "eve"), resource: chart })).toEqual(allowed);
      expect(await decide(context, { subject: ada, resource: named("record", "2") })).toEqual(allowed);
      // The same id in another type is another entity.
      expect(await decide(context, { subject: named("team", "ada"), resource: chart })).toEqual(allowed);
      // If a parent gets other parents, the change applies immediately, even to a cached decision.
      await entities.patch({ entities: [{ ...named("team", "interns"), parents: [] }] });
      expect(await decide(context, { subject: ada, resource: chart })).toEqual(allowed);
      await entities.patch({
        entities: [{ ...named("team", "interns"), parents: [named("team", "staff")] }],
      });
      expect(await decide(context, { subject: ada, resource: chart })).toEqual(forbidden);
      await entities.delete("team", "interns");
      expect(await decide(context, { subject: ada, resource: chart })).toEqual(allowed);
    },
  ),
  engineScenario(
    "authorize",
    200,
    "groups of agents and tools, with the groups above them",
    async (context) => {
      const { agents, entities, policies: stored, settings } = context.assay.control;
      await newBot(context);
      await agents.update("triage-bot", { groups: ["interns"] });
      await entities.put({
        entities: [{ ...named("agent_group", "interns"), parents: [named("agent_group", "all")] }],
      });
      await settings.put({ toolGroups: { clinical: ["chart.*"], none: ["x*"] } });
      let ruleCount = 0;
      const decideBy = async (text: string) => {
        const { id } = await stored.create({ id: `rule-${(ruleCount += 1)}`, text });
        await agents.setPolicies("triage-bot", { policyIds: [id] });
        const call = await context.assay.control.authorize({ agentId: "triage-bot", tool: "chart.read" });
        await agents.setPolicies("triage-bot", { policyIds: [] });
        return call.outcome;
      };
      for (const rule of [
        'forbid (principal in agent_group::"all", action, resource);',
        'forbid (principal is agent in agent_group::"interns", action, resource);',
        'forbid (principal, action, resource in tool_group::"clinical");',
        'forbid (principal, action, resource) when { resource in tool_group::"clinical" };',
        'forbid (principal, action, resource) when { context.facts.agentGroups.containsAll(["all", "interns"]) };',
        'forbid (principal, action, resource) when { context.facts.toolGroups == ["clinical"] };',
      ])
        expect(await decideBy(rule), rule).toBe("deny");
      expect(await decideBy('forbid (principal, action, resource in tool_group::"none");')).toBe("allow");
      const [event] = (await context.assay.control.events.list({ type: "policy_decision", limit: 1 })).events;
      expect(event?.data).toMatchObject({
        facts: { agentGroups: ["all", "interns"], toolGroups: ["clinical"] },
      });
    },
  ),
  engineScenario(
    "authorize",
    200,
    "an action is in its groups, and in the groups that contain them",
    async (context) => {
      await context.assay.control.entities.put({ actionGroups: { view: ["read"], all: ["view", "write"] } });
      await policies(context, 'forbid (principal, action in Action::"all", resource);');
      for (const [name, expected] of [
        ["read", forbidden],
        ["write", forbidden],
        ["view", forbidden],
        ["sign", allowed],
      ] as const)
        expect(await decide(context, { subject: ada, resource: chart }, { name }), name).toEqual(expected);
    },
  ),
  scenario("authorize", 200, "sent parents count for an entity that is not stored", async (context) => {
    await context.assay.control.entities.put(ward);
    await policies(context, 'forbid (principal in team::"staff", action, resource);');
    const guest = { ...named("user", "guest"), parents: [named("team", "interns")] };
    expect(await decide(context, { subject: guest, resource: chart })).toEqual(forbidden);
    const { events } = await context.assay.control.events.list({ type: "policy_decision", limit: 1 });
    expect(events[0]?.data).toMatchObject({ said: { subjectParents: guest.parents } });
    // If the subject and the resource are the same entity, the parents that either of them states count.
    const own = { ...named("user", "guest"), parents: [named("team", "other")] };
    expect(await decide(context, { subject: own, resource: guest })).toEqual(forbidden);
    const { parents: _parents, ...plain } = guest;
    expect(await decide(context, { subject: plain, resource: chart })).toEqual(allowed);
  }),
  engineScenario(
    "authorize",
    400,
    "refuses sent parents of stored entities, agents, tools and groups",
    async (context) => {
      await context.assay.control.entities.put(ward);
      await policies(context, 'forbid (principal in team::"staff", action, resource);');
      const parents = [named("team", "none")];
      const stored = { subject: { ...ada, parents }, action: read, resource: chart };
      const path = { errors: [{ path: "/subject/parents", code: "invalid_value" }] };
      expect(await context.request("POST", "/api/policy/authorize", { body: stored })).toMatchObject({
        status: 400,
        body: path,
      });
      expect(await context.request("POST", "/access/v1/evaluation", { body: stored })).toMatchObject({
        status: 400,
        body: path,
      });
      for (const type of ["agent", "tool", "agent_group", "tool_group"]) {
        const body = { ...stored, subject: { type, id: "x", parents } };
        expect(await context.request("POST", "/api/policy/authorize", { body })).toMatchObject({
          status: 400,
          body: path,
        });
      }
      const requests = [{ ...stored, subject: named("user", "eve") }, stored];
      const batch = await context.request("POST", "/api/policy/authorize/batch", { body: { requests } });
      expect(batch).toMatchObject({
        status: 200,
        body: {
          decisions: [
            { outcome: "allow" },
            {
              outcome: "deny",
              decisionId: null,
              error: { errors: [{ path: "/requests/1/subject/parents" }] },
            },
          ],
        },
      });
      const evaluations = requests.map(({ subject }) => ({ subject }));
      const several = await context.request("POST", "/access/v1/evaluations", {
        body: { action: read, resource: chart, evaluations },
      });
      expect(several.body).toMatchObject({ evaluations: [{ decision: true }, { decision: false }] });
    },
  ),
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
  scenario("authorize", 200, "principals of a chain are in their groups", async (context) => {
    await context.assay.control.entities.put(ward);
    await policies(
      context,
      'forbid (principal, action, resource) when { context has onBehalfOf && context.onBehalfOf.root in team::"staff" };',
    );
    const decideFor = async (onBehalfOf: object) =>
      (
        await context.request("POST", "/api/policy/authorize", {
          body: { subject: { ...named("user", "eve"), onBehalfOf }, action: read, resource: chart },
        })
      ).body;
    expect(await decideFor(ada)).toMatchObject({ outcome: "deny" });
    expect(await decideFor(named("user", "other"))).toMatchObject({ outcome: "allow" });
    const guest = { ...named("user", "guest"), parents: [named("team", "interns")] };
    expect(await decideFor(guest)).toMatchObject({ outcome: "deny" });
    for (const one of [ada, named("agent", "a")])
      expect(await decideFor({ ...one, parents: [named("team", "none")] })).toMatchObject({
        errors: [{ path: "/subject/onBehalfOf/parents", code: "invalid_value" }],
      });
  }),
  scenario("authorize", 200, "denies if policies read more than 256 entities", async (context) => {
    const groups = Array.from({ length: 8 }, (_, group) => ({
      ...named("team", `g${group}`),
      parents: Array.from({ length: 30 }, (_one, index) => named("team", `g${group}-${index}`)),
    }));
    const parents = groups.map(({ type, id }) => named(type, id));
    const wide = [
      { ...ada, parents },
      { ...chart, parents: [named("folder", "f"), ...parents.slice(0, 1)] },
      ...groups,
    ];
    const far = Array.from({ length: 30 }, (_, index) => named("folder", `f-${index}`));
    await context.assay.control.entities.put({
      entities: [...wide, { ...named("folder", "f"), parents: far }],
    });
    await policies(context, 'forbid (principal in team::"x", action, resource);');
    // The decision needs 248 ancestors and the two entities themselves.
    expect(await decide(context, { subject: ada, resource: chart })).toEqual(allowed);
    const both = 'forbid (principal in team::"x", action, resource in folder::"x");';
    await context.assay.control.policies.replace("rule", { text: both, unknownNames: "allow" });
    expect(await decide(context, { subject: ada, resource: chart })).toEqual(["deny", "policy_too_large"]);
    expect(await decide(context, { subject: named("user", "eve"), resource: chart })).toEqual(allowed);
  }),
  scenario("patchEntities", 200, "replaces a typed value as a whole", async ({ assay }) => {
    await assay.control.entities.put({
      entities: [{ ...chart, properties: { owner: ref("user", "eve"), a: { b: 1 } } }],
    });
    for (const owner of [ip("::1"), { name: "x" }, ref("user", "ada")]) {
      await assay.control.entities.patch({ entities: [{ ...chart, properties: { owner } }] });
      expect((await assay.control.entities.list()).entities[0]?.properties).toEqual({ owner, a: { b: 1 } });
    }
  }),
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
