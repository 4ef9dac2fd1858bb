// Scenarios for decisions that depend on the hierarchy of entities.
import { expect } from "vitest";
import { newBot } from "../harness/arrange-authorize.ts";
import {
  ada,
  allowed,
  chart,
  decide,
  forbidden,
  named,
  policies,
  read,
  ward,
} from "../harness/arrange-hierarchy.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

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
    // If the subject and the resource are the same entity, the parents of the subject and the parents of the
    // resource both count.
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
    400,
    "refuses sent parents of an entity that a stored entity names as its parent",
    async (context) => {
      const { agents, entities } = context.assay.control;
      // Stored entities name the parents team::"t" and dept::"d", which are not stored themselves.
      await entities.put({
        entities: [
          { ...ada, parents: [named("team", "t")] },
          { ...named("agent_group", "g"), parents: [named("dept", "d")] },
        ],
      });
      await agents.create({ id: "grouped", tools: ["chart.read"], groups: ["g"] });
      await policies(
        context,
        'forbid (principal, action, resource) unless { principal in dept::"trusted" };',
      );
      const trusted = [named("dept", "trusted")];
      const agent = { subject: named("agent", "grouped"), action: { name: "tools/call" } };
      const tool = named("tool", "chart.read");
      const dept = { ...named("dept", "d"), parents: trusted };
      const team = { ...named("team", "t"), parents: trusted };
      for (const [body, path] of [
        [
          { ...agent, subject: { ...agent.subject, onBehalfOf: dept }, resource: tool },
          "/subject/onBehalfOf/parents",
        ],
        [{ ...agent, resource: dept }, "/resource/parents"],
        [{ subject: ada, action: read, resource: team }, "/resource/parents"],
      ] as const)
        expect(await context.request("POST", "/api/policy/authorize", { body })).toMatchObject({
          status: 400,
          body: { errors: [{ path, message: expect.stringContaining("a stored entity names the entity") }] },
        });
      // Otherwise, the sent parents of one entity count for another entity that is not stored.
      const guest = { ...named("user", "guest"), parents: [named("team", "free")] };
      const free = { ...named("team", "free"), parents: trusted };
      expect(await decide(context, { subject: guest, resource: free })).toEqual(allowed);
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
];
