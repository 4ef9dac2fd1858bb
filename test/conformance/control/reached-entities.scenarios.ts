// Scenarios for entities that decisions reach by name, by references, or through the principals of a chain.
import type { Authorize } from "@assay/sdk";
import { expect } from "vitest";
import {
  ada,
  allowed,
  chart,
  decide,
  forbidden,
  named,
  policies,
  read,
  ref,
  ward,
} from "../harness/arrange-hierarchy.ts";
import type { Context } from "../harness/context.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const forbidWhen = (condition: string): string =>
  `forbid (principal, action, resource) when { ${condition} };`;

/** Returns the outcome of a request on behalf of a principal. */
async function outcomeFor({ assay }: Context, onBehalfOf: object, resource: object = chart) {
  // Safe: the scenarios send valid principals.
  const body = { subject: { ...named("user", "eve"), onBehalfOf }, action: read, resource } as Authorize;
  return (await assay.control.authorize(body)).outcome;
}

export const reachedEntityScenarios = [
  engineScenario("authorize", 200, "an entity that a text names has its stored state", async (context) => {
    await context.assay.control.entities.put(ward);
    await policies(
      context,
      [
        'resource == record::"a" && user::"eve" has level',
        'resource == record::"b" && user::"ada" in team::"staff"',
        'resource == record::"c" && (if context has x then principal else user::"eve").level == 3',
        'resource == record::"d" && user::"nobody" has level',
      ]
        .map(forbidWhen)
        .join("\n"),
    );
    const outcomes = () =>
      Promise.all(
        ["a", "b", "c", "d"].map((id) => decide(context, { subject: ada, resource: named("record", id) })),
      );
    expect(await outcomes()).toEqual([forbidden, forbidden, forbidden, allowed]);
    await context.assay.control.entities.put({ entities: [named("user", "nobody")] });
    expect(await outcomes()).toEqual([allowed, allowed, ["deny", "policy_error"], allowed]);
  }),
  scenario(
    "createPolicy",
    400,
    "refuses reads of tags, and of attributes and groups of named actions",
    async ({ request }) => {
      const faults = [
        [
          'principal.hasTag("a")',
          11,
          "entities have no tags; read an attribute, for example principal.level",
        ],
        [
          'user::"x".getTag("a") == 1',
          11,
          "entities have no tags; read an attribute, for example principal.level",
        ],
        [
          "action has foo",
          1,
          "actions have no attributes; read the properties of the action in context.action",
        ],
        [
          'Action::"read" in Action::"view"',
          1,
          'the groups of an action that the policy text names are not known; use the variable action, for example action in Action::"view"',
        ],
      ] as const;
      for (const [condition, offset, message] of faults) {
        const text = forbidWhen(condition);
        const column = "forbid (principal, action, resource) when { ".length + offset;
        const refused = await request("POST", "/api/policies", { body: { id: "p", text, mode: "shadow" } });
        expect(refused).toMatchObject({
          status: 400,
          body: {
            errors: [
              {
                path: "/text",
                code: "policy_text",
                line: 1,
                column,
                message: `column ${column}: ${message}`,
              },
            ],
          },
        });
      }
    },
  ),
  engineScenario(
    "authorize",
    200,
    "a group above the subject counts beside 1,022 references",
    async (context) => {
      await context.assay.control.entities.put(ward);
      const refs = Array.from({ length: 1022 }, (_, index) => ref("n", String(index)));
      await policies(context, 'forbid (principal in team::"staff", action, resource);');
      const sent = { subject: ada, resource: named("record", "2"), context: { refs } };
      expect(await decide(context, sent)).toEqual(forbidden);
      expect(await decide(context, { ...sent, subject: named("user", "eve") })).toEqual(allowed);
      // References in a record are reached one by one, and at most 256 entities may be read.
      await context.assay.control.policies.replace("rule", {
        text: forbidWhen("context.by has a && context.by.a has level"),
        unknownNames: "allow",
      });
      const by = Object.fromEntries(refs.map((one, index) => [`r${index}`, one]));
      const resource = named("record", "2");
      const eve = { by: { ...by, a: ref("user", "eve") } };
      expect(await decide(context, { subject: ada, resource, context: eve })).toEqual(forbidden);
    },
  ),
  scenario("authorize", 200, "references in context.numbers show no attributes", async (context) => {
    await context.assay.control.entities.put(ward);
    await policies(context, forbidWhen('context.numbers.resource.owner.level == decimal("3.0")'));
    const { outcome, reasons } = await context.assay.control.authorize({
      subject: ada,
      action: read,
      resource: chart,
    });
    expect([outcome, reasons[0]?.code, reasons[0]?.message]).toEqual([
      "deny",
      "not_representable",
      '/resource/properties/owner is a reference to "user" "eve"; context.numbers has no attributes of referenced entities: read them without context.numbers.',
    ]);
    await context.assay.control.policies.replace("rule", {
      text: forbidWhen('context.numbers.resource.owner == user::"eve"'),
      unknownNames: "allow",
    });
    expect(await decide(context, { subject: ada, resource: chart })).toEqual(forbidden);
  }),
  scenario(
    "authorize",
    200,
    "a principal of a chain that is also the resource has the state from both places",
    async (context) => {
      await policies(
        context,
        [
          "resource has trust && resource.trust == 1",
          "context has onBehalfOf && context.onBehalfOf.root has trust && context.onBehalfOf.root.trust == 2",
          'resource in team::"staff"',
        ]
          .map(forbidWhen)
          .join("\n"),
      );
      await context.assay.control.entities.put(ward);
      const guest = named("user", "guest");
      expect(await outcomeFor(context, guest, guest)).toBe("allow");
      for (const [link, resource] of [
        [{ ...guest, properties: { trust: 1 } }, guest],
        [guest, { ...guest, properties: { trust: 2 } }],
        [{ ...guest, parents: [named("team", "interns")] }, guest],
      ] as const) {
        expect(await outcomeFor(context, link, resource)).toBe("deny");
      }
    },
  ),
  scenario("authorize", 200, "names the stored property that policies cannot represent", async (context) => {
    await policies(
      context,
      forbidWhen(
        "context has onBehalfOf && context.onBehalfOf.root has trust && context.onBehalfOf.root.trust == 2",
      ),
    );
    const body = (onBehalfOf: object) => ({
      body: { subject: { ...named("user", "eve"), onBehalfOf }, action: read, resource: chart },
    });
    const link = { ...named("user", "guest"), properties: { trust: 1e21 } };
    const answer = await context.request("POST", "/api/policy/authorize", body({ ...ada, onBehalfOf: link }));
    expect(answer.body).toMatchObject({
      outcome: "deny",
      reasons: [
        {
          code: "not_representable",
          message: expect.stringMatching(/^\/subject\/onBehalfOf\/onBehalfOf\/properties\/trust is 1e\+21;/),
        },
      ],
    });
  }),
  scenario("authorize", 200, "decides on a context with an array of 150,000 elements", async (context) => {
    await policies(context, 'forbid (principal in team::"staff", action, resource);');
    const list = Array.from({ length: 150_000 }, () => 1);
    const sent = { subject: ada, resource: chart, context: { list } };
    expect(await decide(context, sent)).toEqual(["deny", "policy_too_large"]);
  }),
  scenario("authorize", 200, "denies more than 256 ancestors, and names the entity", async (context) => {
    const parents = Array.from({ length: 9 }, (_, index) => named("team", `g${index}`));
    const entities = parents.map((group) => ({
      ...group,
      parents: Array.from({ length: 30 }, (_, index) => named("team", `${group.id}-${index}`)),
    }));
    await context.assay.control.entities.put({ entities });
    await policies(context, 'forbid (principal in team::"x", action, resource);');
    const guest = { ...named("user", "guest"), parents };
    const { outcome, reasons } = await context.assay.control.authorize({
      subject: guest,
      action: read,
      resource: chart,
    });
    expect([outcome, reasons[0]?.code, reasons[0]?.message]).toEqual([
      "deny",
      "policy_too_large",
      'The entity "user" "guest" has more than 256 ancestors. Send fewer parents, or store fewer groups above them.',
    ]);
  }),
  engineScenario(
    "updateAgent",
    400,
    "refuses groups with too many or too high ancestors",
    async (context) => {
      const { agents, entities } = context.assay.control;
      await agents.create({ id: "bot", tools: ["chart.read"] });
      const group = (id: string) => named("agent_group", id);
      const wide = Array.from({ length: 8 }, (_, index) => ({
        ...group(`g${index}`),
        parents: Array.from({ length: 32 }, (_one, at) => group(`g${index}-${at}`)),
      }));
      const chain = Array.from({ length: 16 }, (_, level) => ({
        ...group(`c${level}`),
        parents: [group(`c${level + 1}`)],
      }));
      await entities.put({ entities: [...wide, ...chain] });
      const update = (groups: string[]) => context.request("PATCH", "/api/agents/bot", { body: { groups } });
      for (const [groups, code] of [
        [wide.map(({ id }) => id), "too_many_parents"],
        [["c0"], "too_deep"],
      ] as const)
        expect(await update([...groups])).toMatchObject({
          status: 400,
          body: { errors: [{ path: "/groups", code }] },
        });
      expect((await update(["c1"])).status).toBe(200);
      // An entity below the agent is one level deeper.
      await agents.update("bot", { groups: [] });
      await entities.patch({ entities: [{ ...named("record", "1"), parents: [named("agent", "bot")] }] });
      expect(await update(["c1"])).toMatchObject({
        status: 400,
        body: { errors: [{ path: "/groups", code: "too_deep" }] },
      });
      expect((await update(["c2"])).status).toBe(200);
    },
  ),
  scenario("simulatePolicy", 200, "replays the principals of a chain", async (context) => {
    const { control } = context.assay;
    await control.entities.put(ward);
    await control.policies.create({ id: "open", text: "permit (principal, action, resource);" });
    const onBehalfOf = "context has onBehalfOf && context.onBehalfOf.root";
    expect(await outcomeFor(context, { ...named("user", "guest"), properties: { role: "nurse" } })).toBe(
      "allow",
    );
    const simulate = async (condition: string) => {
      const { changed, notReplayed } = await control.policies.simulate({ text: forbidWhen(condition) });
      return [...changed.map(({ to }) => to), ...notReplayed.map(({ code }) => code)];
    };
    expect(await simulate(`${onBehalfOf} == user::"guest"`)).toEqual(["deny"]);
    expect(await simulate(`${onBehalfOf} has role && context.onBehalfOf.root.role == "nurse"`)).toEqual([
      "deny",
    ]);
    expect(await outcomeFor(context, ada)).toBe("allow");
    expect(await simulate(`${onBehalfOf} in team::"staff"`)).toEqual(["deny"]);
    await control.entities.patch({ entities: [{ ...named("team", "interns"), parents: [] }] });
    expect(await simulate(`${onBehalfOf} in team::"staff"`)).toEqual(["entity_changed"]);
    // A decision that the changed entity does not affect is replayed.
    expect(await simulate(`${onBehalfOf} == user::"ada"`)).toEqual(["deny"]);
    expect(await simulate('user::"eve" has level')).toEqual(["deny", "deny"]);
    // The evidence contains only the states of the entities that a request describes.
    expect(await simulate('team::"interns" has level')).toEqual(["entity_changed", "entity_changed"]);
  }),
];
