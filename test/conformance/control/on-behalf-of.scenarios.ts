// Scenarios for the principals on whose behalf a subject acts. The caller claims them, policies can read
// them, and the evidence contains them.
import type { Authorize } from "@assay/sdk";
import { expect } from "vitest";
import { arrangeApproval, outcomeOf, risky } from "../harness/arrange-approvals.ts";
import { call, decisionsIn, newBot, path } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectFaults } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

type Chain = NonNullable<NonNullable<Authorize["subject"]>["onBehalfOf"]>;

const ada = { type: "user", id: "ada" };
const ward = { type: "ward", id: "3" };

/** A request on behalf of a chain. */
const on = (onBehalfOf: Chain | undefined, tool = "chart.read") => ({
  subject: { type: "agent", id: "triage-bot", ...(onBehalfOf && { onBehalfOf }) },
  action: { name: "tools/call" },
  resource: { type: "tool", id: tool },
});

/**
 * Permits calls only if the immediate principal is Ada, the root is ward 3, and the set of all contains both.
 */
const text = `forbid (principal is agent, action, resource)
unless {
  context has onBehalfOf && context.onBehalfOf.immediate == user::"ada" &&
  context.onBehalfOf.root == ward::"3" && context.onBehalfOf.all.containsAll([user::"ada", ward::"3"])
};`;

async function arrange(context: Context): Promise<void> {
  await newBot(context);
  await context.assay.control.policies.create({ id: "for-ada", text });
  await context.assay.control.agents.setPolicies("triage-bot", { policyIds: ["for-ada"] });
}

/** Sends a request to every endpoint that decides. @returns the decisions. */
async function decideEverywhere({ request }: Context, body: object): Promise<unknown[]> {
  const send = async (to: string, sent: object) => expectBody(await request("POST", to, { body: sent }), 200);
  const batch = Object(await send(`${path}/batch`, { requests: [body] })) as { decisions: object[] };
  const several = Object(await send("/access/v1/evaluations", { evaluations: [body] })) as {
    evaluations: object[];
  };
  const all = [
    await send(path, body),
    await send("/access/v1/evaluation", body),
    ...batch.decisions,
    ...several.evaluations,
  ];
  return all.map((one) => Object(one).decision as unknown);
}

const everywhere = (decision: boolean) => Array.from({ length: 4 }, () => decision);

export const onBehalfOfScenarios = [
  engineScenario(
    "authorize",
    200,
    "shows policies the principals, in every form of a request",
    async (context) => {
      await arrange(context);
      expect(await decideEverywhere(context, on({ ...ada, onBehalfOf: ward }))).toEqual(everywhere(true));
      for (const chain of [undefined, ada, ward, { ...ward, onBehalfOf: ada }])
        expect(await decideEverywhere(context, on(chain))).toEqual(everywhere(false));
      // The caller can state these principals only in the subject; in the context, they have no effect.
      const refs = { immediate: ada, root: ward, all: [ada, ward] };
      const claimed = { ...on(undefined), context: { onBehalfOf: refs } };
      expect(await decideEverywhere(context, claimed)).toEqual(everywhere(false));
      const search = { ...on({ ...ada, onBehalfOf: ward }), resource: { type: "tool" } };
      const found = await context.request("POST", "/access/v1/search/resource", { body: search });
      expect(expectBody(found, 200)["results"]).toHaveLength(2);
    },
  ),
  scenario(
    "authorize",
    400,
    "refuses a sixth principal, and an entity that occurs twice",
    async (context) => {
      await newBot(context);
      const chainOf = (ids: string[]): object | undefined =>
        ids.reduceRight<object | undefined>(
          (below, id) => ({ type: "user", id, ...(below && { onBehalfOf: below }) }),
          undefined,
        );
      const send = (onBehalfOf: object | undefined) => {
        const body = { ...on(undefined), subject: { type: "agent", id: "triage-bot", onBehalfOf } };
        return context.request("POST", path, { body });
      };
      expect((await send(chainOf(["a", "b", "c", "d", "e"]))).status).toBe(200);
      expect((await send(chainOf(["a", "b", "c", "d", "e", "f"]))).status).toBe(400);
      const message = "onBehalfOf must not name an entity twice; the value is not shown.";
      expectFaults(await send(chainOf(["a", "b", "a"])), [
        "/subject/onBehalfOf/onBehalfOf/onBehalfOf",
        "invalid_value",
        message,
      ]);
      expectFaults(await send({ type: "agent", id: "triage-bot" }), [
        "/subject/onBehalfOf",
        "invalid_value",
        message,
      ]);
    },
  ),
  engineScenario("listEvents", 200, "finds decisions by a principal", async (context) => {
    const { control } = context.assay;
    await newBot(context);
    const digests = [];
    for (const chain of [undefined, ada, { ...ada, onBehalfOf: ward }])
      digests.push((await control.authorize(on(chain))).inputDigest);
    expect(new Set(digests).size).toBe(3);
    const find = async (onBehalfOf: string) =>
      (await control.events.list({ onBehalfOf, order: "asc" })).events.map(
        ({ data }) => data?.["onBehalfOf"],
      );
    expect(await find("user:ada")).toEqual([[ada], [ada, ward]]);
    expect(await find("ward:3")).toEqual([[ada, ward]]);
    expect(await find("user:ad")).toEqual([]);
    await control.events.create({ type: "note", data: { onBehalfOf: [ada] } });
    expect(await find("user:ada")).toHaveLength(2);
    expect((await context.request("GET", "/api/events?onBehalfOf=ada")).status).toBe(400);
  }),
  engineScenario("authorize", 200, "binds an approval to the principals, and shows them", async (context) => {
    const body = { ...on({ ...ada, properties: { role: "nurse" } }, "chart.write"), session: "visit-1" };
    const { approver, id, again, assay } = await arrangeApproval(context, {}, body);
    expect(await approver.get(id)).toMatchObject({ onBehalfOf: { ...ada, properties: { role: "nurse" } } });
    await approver.decide(id, { decision: "approve" });
    const other = await again({ subject: { ...body.subject, onBehalfOf: ward } });
    expect(outcomeOf(other)).toEqual(["ask", "approval_mismatch"]);
    expect(other.warnings[0]?.message).toContain("/onBehalfOf/id");
    expect(outcomeOf(await again())).toEqual(["allow"]);
    expect((await assay.control.authorize(risky())).outcome).toBe("ask");
  }),
  scenario(
    "authorize",
    400,
    "refuses a property that two places state differently for the same entity",
    async (context) => {
      const { request, assay } = context;
      await newBot(context);
      await assay.control.policies.create({
        id: "seniors",
        text: `permit (principal, action, resource);
forbid (principal, action, resource)
when { context has onBehalfOf && context.onBehalfOf.root has level && context.onBehalfOf.root.level < 3 };`,
      });
      await assay.control.agents.setPolicies("triage-bot", { policyIds: ["seniors"] });
      const bodyOf = (level: unknown, own: unknown) => ({
        ...on({ ...ada, properties: { level, note: "x" } }),
        resource: { ...ada, properties: { level: own } },
      });
      expect(await decideEverywhere(context, bodyOf(9, 9))).toEqual(everywhere(true));
      expect(await decideEverywhere(context, bodyOf(1, 1))).toEqual(everywhere(false));
      const message = "level differs from resource.properties.level, which describes the same entity.";
      const fault = ["/subject/onBehalfOf/properties/level", "invalid_value", message] as const;
      for (const own of [9, "1", null, [1]])
        for (const to of [path, "/access/v1/evaluation"])
          expectFaults(await request("POST", to, { body: bodyOf(1, own) }), [...fault]);
      const send = async (to: string, body: object) => expectBody(await request("POST", to, { body }), 200);
      const item = Object(await send(`${path}/batch`, { requests: [bodyOf(1, 9)] }))["decisions"][0];
      expect(item).toMatchObject({ decision: false, reasons: [{ code: "request_invalid" }] });
      expect(await send("/access/v1/evaluations", { evaluations: [bodyOf(1, 9)] })).toEqual({
        evaluations: [{ decision: false }],
      });
      await assay.control.entities.put({ entities: [ada] });
      const searched = { ...bodyOf(1, 9), resource: { type: "user", properties: { level: 9 } } };
      expect(await send("/access/v1/search/resource", searched)).toEqual({ results: [] });
    },
  ),
  scenario("authorize", 200, "searches the principals for secrets, and redacts them", async (context) => {
    await newBot(context);
    const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    const { control } = context.assay;
    const { reasons } = await control.authorize(on({ ...ada, properties: { note: secret } }));
    expect(reasons[0]).toMatchObject({ code: "secret_material" });
    expect(reasons[0]?.message).toContain("/subject/onBehalfOf/properties/note");
    await control.authorize(on({ type: "user", id: secret }));
    expect(JSON.stringify(await decisionsIn(context))).not.toContain(secret);
    expect((await control.authorize(call())).outcome).toBe("allow");
  }),
  scenario("authorize", 200, "treats null members of a principal as absent", async (context) => {
    await newBot(context);
    const empty = { properties: null, parents: null, onBehalfOf: null };
    const bodyOf = (link: object) => ({
      ...on(undefined),
      subject: { type: "agent", id: "triage-bot", onBehalfOf: link },
    });
    const links = [
      { ...ada, ...empty },
      { ...ada, ...empty, onBehalfOf: { ...ward, ...empty } },
    ];
    for (const link of links)
      expect(await decideEverywhere(context, bodyOf(link))).toEqual([true, true, true, true]);
    const digests = (await decisionsIn(context)).map(({ data }) => data?.["inputDigest"]);
    await context.request("POST", path, { body: bodyOf(ada) });
    expect((await decisionsIn(context)).at(-1)?.data?.["inputDigest"]).toBe(digests[0]);
  }),
];
