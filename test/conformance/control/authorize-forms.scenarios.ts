// Scenarios for the forms of a request: the arguments have the same meaning in each form.
import { expect } from "vitest";
import { call, decisionsIn, newBot, path } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectFaults } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const long = {
  subject: { type: "agent", id: "triage-bot" },
  action: { name: "tools/call" },
  resource: { type: "tool", id: "chart.read" },
};
const short = { agentId: "triage-bot", tool: "chart.read" };
const metadata = { u: "http://169.254.169.254/" };
const access = "/access/v1/evaluation";

const post = (context: Context, endpoint: string, body: unknown) =>
  context.request("POST", endpoint, { body });
const permitted = async (context: Context, endpoint: string, body: unknown): Promise<unknown> =>
  expectBody(await post(context, endpoint, body), 200)["decision"];

/** Each native form of a request, and the AuthZEN form. */
const endpoints: [endpoint: string, request: object][] = [
  [path, short],
  [path, long],
  [access, long],
  [`${access}s`, long],
];

const differs = "args differs from context.args.";

export const authorizeFormScenarios = [
  scenario(
    "authorize",
    200,
    "checks arguments in args and context.args alike, in each form",
    async (context) => {
      await newBot(context);
      for (const [endpoint, request] of endpoints) {
        for (const sent of [
          { args: metadata },
          { context: { args: metadata } },
          { args: metadata, context: { args: metadata } },
        ]) {
          expect(
            await permitted(context, endpoint, { ...request, ...sent }),
            JSON.stringify([endpoint, sent]),
          ).toBe(false);
        }
        expect(await permitted(context, endpoint, { ...request, args: { u: "none" } })).toBe(true);
      }
      const [short1, , , long4] = (await decisionsIn(context)).map(({ data }) => data);
      expect(short1?.["reasons"]).toMatchObject([{ code: "egress_outside_boundary" }]);
      expect(long4?.["outcome"]).toBe("allow");
    },
  ),
  scenario(
    "authorize",
    200,
    "accepts args and context.args that are equal by RFC 8785, as one call",
    async (context) => {
      await newBot(context);
      const one = expectBody(await post(context, path, { ...short, args: { a: 1, b: [0.5] } }), 200);
      const both = '{"agentId":"triage-bot","tool":"chart.read","args":{"b":[5e-1],"a":1.0},';
      const two = expectBody(await post(context, path, `${both}"context":{"args":{"a":1,"b":[0.5]}}}`), 200);
      const three = expectBody(
        await post(context, path, { ...long, context: { args: { b: [0.5], a: 1 } } }),
        200,
      );
      expect(two["inputDigest"]).toBe(one["inputDigest"]);
      expect(three["inputDigest"]).toBe(one["inputDigest"]);
    },
  ),
  scenario("authorize", 400, "refuses args and context.args that differ, in each form", async (context) => {
    await newBot(context);
    const sent = { args: { a: 1 }, context: { args: { a: 1, b: null } } };
    for (const [endpoint, request] of endpoints)
      expectFaults(await post(context, endpoint, { ...request, ...sent }), [
        "/args",
        "invalid_value",
        differs,
      ]);
    expect(await decisionsIn(context)).toEqual([]);
  }),
  scenario("authorize", 400, "refuses context.args that is not an object, in each form", async (context) => {
    await newBot(context);
    for (const [endpoint, request] of endpoints) {
      for (const args of [null, [], "x", 5, true]) {
        const answer = await post(context, endpoint, { ...request, context: { args } });
        expect(
          [answer.status, Object(answer.body).errors?.[0]?.path],
          JSON.stringify([endpoint, args]),
        ).toEqual([400, "/context/args"]);
      }
    }
    expect(await decisionsIn(context)).toEqual([]);
  }),
  scenario("authorize", 400, "refuses arguments under the name of another protocol", async (context) => {
    await newBot(context);
    for (const name of ["arguments", "params", "parameters", "input", "tool_input", "toolInput"]) {
      for (const request of [short, long]) {
        expectFaults(await post(context, path, { ...request, [name]: metadata }), [
          `/${name}`,
          "invalid_value",
          `${name} is not a member of a request: use args.`,
        ]);
      }
    }
    expect(await decisionsIn(context)).toEqual([]);
  }),
  scenario("authorize", 400, "refuses a member that would be lost: __proto__", async (context) => {
    await newBot(context);
    const lost: unknown = JSON.parse('{"__proto__":{"amount":1000000}}');
    const withLost = (value: object) =>
      Object.defineProperties({ ...value }, Object.getOwnPropertyDescriptors(lost));
    const lead = { type: "user", id: "lead" };
    const onBehalfOf = (further: object) => ({
      ...long,
      subject: { ...long.subject, onBehalfOf: { type: "user", id: "ada", ...further } },
    });
    for (const [part, body] of [
      ["", withLost(short)],
      ["/subject", { ...long, subject: withLost(long.subject) }],
      ["/action", { ...long, action: withLost(long.action) }],
      ["/resource", { ...long, resource: withLost(long.resource) }],
      ["/subject/onBehalfOf/properties", onBehalfOf({ properties: lost })],
      [
        "/subject/onBehalfOf/onBehalfOf/properties",
        onBehalfOf({ onBehalfOf: { ...lead, properties: lost } }),
      ],
    ] as const) {
      const answer = await post(context, path, body);
      expect([answer.status, Object(answer.body).errors?.[0]?.path], part).toEqual([400, part]);
    }
    expect(await decisionsIn(context)).toEqual([]);
  }),
  scenario("authorize", 200, "warns of unknown members and ignores them", async (context) => {
    await newBot(context);
    const { subject, ...rest } = long;
    const decided = expectBody(
      await post(context, path, { ...rest, subject: { ...subject, propertes: {} }, "a/b": 1, user: "x" }),
      200,
    );
    expect(decided).toMatchObject({ decision: true });
    expect(decided["warnings"]).toEqual([
      {
        policyId: null,
        code: "unknown_member",
        message: "/a~1b, /user, /subject/propertes: ignored, not a member of a request.",
      },
    ]);
    expect(expectBody(await post(context, path, call()), 200)["warnings"]).toEqual([]);
  }),
  scenario(
    "authorize",
    200,
    "redacts the key of the agent in the name of an unknown member",
    async (context) => {
      await newBot(context);
      const canary = "sk-canary-4b1f9c7Qx2";
      for (const [endpoint, request] of endpoints) {
        const { status, body } = await post(context, endpoint, { ...request, [canary]: 1 });
        expect([status, Object(body).decision], endpoint).toEqual([200, true]);
        expect(JSON.stringify(body)).not.toContain(canary);
      }
      expect(JSON.stringify(await decisionsIn(context))).not.toContain(canary);
    },
  ),
  scenario("authorize", 200, "warns of members of context that policies never see", async (context) => {
    await newBot(context);
    const own = { facts: { approved: true }, numbers: {}, action: {}, onBehalfOf: { root: "x" } };
    for (const request of [short, long]) {
      const decided = expectBody(
        await post(context, path, { ...request, context: { ...own, risk: "low" } }),
        200,
      );
      expect(decided["warnings"]).toEqual([
        {
          policyId: null,
          code: "context_member_ignored",
          message:
            "/context/facts, /context/numbers, /context/action, /context/onBehalfOf: ignored, policies see the service's own values.",
        },
      ]);
    }
  }),
  scenario(
    "authzenEvaluations",
    200,
    "uses default arguments only for items without arguments",
    async (context) => {
      await newBot(context);
      const decide = async (defaults: object, ...evaluations: object[]) => {
        const body = expectBody(
          await post(context, `${access}s`, { ...long, ...defaults, evaluations }),
          200,
        );
        return (body["evaluations"] as { decision: boolean }[]).map(({ decision }) => decision);
      };
      const items = [{}, { args: {} }, { context: { args: {} } }, { context: { risk: "low" } }];
      expect(await decide({ args: metadata }, ...items)).toEqual([false, true, true, false]);
      expect(await decide({ context: { args: metadata } }, ...items)).toEqual([false, true, true, true]);
      const faulty = [
        { args: { a: 1 }, context: { args: {} } },
        { context: { args: 5 } },
        { args: [] },
        { context: null },
      ];
      expect(await decide({}, ...faulty)).toEqual([false, false, false, true]);
    },
  ),
  scenario("authzenEvaluations", 400, "refuses faulty defaults", async (context) => {
    await newBot(context);
    for (const [defaults, at] of [
      [{ args: { a: 1 }, context: { args: {} } }, "/args"],
      [{ context: { args: 5 } }, "/context/args"],
      [{ context: { cost: "1" } }, "/context/cost"],
      [{ context: { cost: null } }, "/context/cost"],
      [{ args: [] }, "/args"],
      [{ subject: { type: 5 } }, "/subject/type"],
    ] as const) {
      const answer = await post(context, `${access}s`, { ...long, ...defaults, evaluations: [{}] });
      expect([answer.status, Object(answer.body).errors?.[0]?.path], JSON.stringify(defaults)).toEqual([
        400,
        at,
      ]);
    }
    expect(await decisionsIn(context)).toEqual([]);
  }),
];
