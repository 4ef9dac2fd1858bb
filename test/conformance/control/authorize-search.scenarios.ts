// Scenarios for the parts of a call in which the server searches for secrets and for hosts.
import type { Authorize } from "@assay/sdk";
import { expect } from "vitest";
import { call, decisionsIn, newBot, outcomeOf } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const own = "sk-canary-4b1f9c7Qx2";
const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

const evaluation = {
  subject: { type: "agent", id: "triage-bot" },
  action: { name: "tools/call" },
  resource: { type: "tool", id: "chart.read" },
};
const entity = { type: "record", id: "chart-1" };

/**
 * Returns calls that contain a text, one for each position where the server searches for secrets. Each call
 * has the path that the finding reports.
 */
const callsWith = (text: string): [path: string, call: Authorize][] => [
  ["/args/list/0/note", call({ args: { list: [{ note: `see ${text}.` }] } })],
  ["/args/*", call({ args: { [text]: 1 } })],
  ["/context/note", call({ context: { note: text } })],
  ["/context/egress/0", call({ context: { egress: [`https://${text}.example.org`] } })],
  ["/context/risk", call({ context: { risk: text } })],
  ["/context/a~1b/c", call({ context: { "a/b": { c: text } } })],
  ["/session", call({ session: text })],
  ["/resource/id", call({ tool: text })],
  ["/resource/id", { ...evaluation, resource: { ...entity, id: text } }],
  ["/resource/properties/note", { ...evaluation, resource: { ...entity, properties: { note: text } } }],
  ["/resource/type", { ...evaluation, resource: { ...entity, type: text } }],
  ["/action/name", { ...evaluation, action: { name: text } }],
  ["/action/properties/note", { ...evaluation, action: { name: "read", properties: { note: text } } }],
  [
    "/subject/properties/note",
    { ...evaluation, subject: { ...evaluation.subject, properties: { note: text } } },
  ],
];

const messagesOf = async ({ assay }: Context, request: Authorize) =>
  (await assay.control.authorize(request)).reasons.flatMap(({ code, message }) =>
    code === "secret_material" ? [message] : [],
  );

/** Returns calls that contain an address, one for each position where the server searches for hosts. */
const callsTo = (address: string): Authorize[] => [
  call({ args: { note: `see ${address}` } }),
  call({ args: { [address]: 1 } }),
  call({ context: { egress: address } }),
  { ...evaluation, action: { name: "tools/call", properties: { to: [address] } } },
  { ...evaluation, resource: { ...entity, id: address } },
  { ...evaluation, resource: { ...evaluation.resource, properties: { to: address } } },
];

export const authorizeSearchScenarios = [
  scenario(
    "authorize",
    200,
    "denies a secret in each part of a call, and names the path",
    async (context) => {
      await newBot(context);
      for (const [text, type] of [
        [token, "github_token"],
        [own, "agent_api_key"],
      ] as const) {
        for (const [at, request] of callsWith(text)) {
          const [message, ...others] = await messagesOf(context, request);
          expect(others).toEqual([]);
          // A message that would repeat the secret is redacted as a whole.
          expect(message, at).toBe(`The request contains secret material: ${type} at "${at}".`);
        }
      }
      const all = JSON.stringify(await context.assay.control.events.list({ limit: 500 }));
      for (const secret of [token, own]) expect(all).not.toContain(secret);
    },
  ),
  scenario("authorize", 200, "logs the path of each redacted part", async (context) => {
    await newBot(context);
    for (const [, request] of callsWith(token)) await context.assay.control.authorize(request);
    const paths = [
      "/args/list/0/note",
      "/args/*",
      "/context/note",
      "/context/egress/0",
      "/context/risk",
      "/context/a~1b/c",
      "/session",
      "/resource/id",
      "/resource/id",
      "/resourceProperties/note",
      "/resource/type",
      "/action/name",
      "/actionProperties/note",
      "/subjectProperties/note",
    ];
    const redacted = (await decisionsIn(context)).map(({ data }) => data?.["redacted"]);
    expect(redacted).toEqual(paths.map((at) => [{ type: "github_token", path: at }]));
  }),
  scenario("authorize", 200, "logs short paths to secrets in deep members", async (context) => {
    await newBot(context);
    const tokens: unknown = Array.from({ length: 500 }, () => token);
    const name = "n".repeat(600);
    const deep = Array.from({ length: 40 }).reduce((inner) => ({ [name]: inner }), tokens);
    const [message] = await messagesOf(context, call({ args: { deep } }));
    expect(message).toMatch(/^The request contains secret material: .*; and 497 more\.$/);
    const [event] = await decisionsIn(context);
    expect(JSON.stringify(event?.data?.["redacted"]).length).toBeLessThan(200_000);
    expect(event?.data?.["redacted"]).toContainEqual({
      type: "github_token",
      path: `/args/deep/${Array.from({ length: 6 }, () => name).join("/")}`,
    });
    expect(JSON.stringify(event)).not.toContain(token);
  }),
  scenario("authorize", 200, "does not search the id of an approval for secrets", async (context) => {
    await newBot(context);
    const answer = await context.assay.control.authorize(call({ context: { approvalId: token } }));
    expect(outcomeOf(answer)).toEqual(["allow", true, ["permitted"]]);
    expect(JSON.stringify([answer, await decisionsIn(context)])).not.toContain(token);
  }),
  scenario(
    "authorize",
    200,
    "denies an unreadable address in each part of a call, under every boundary",
    async (context) => {
      const { control } = context.assay;
      await newBot(context);
      await control.settings.put({
        boundaries: { open: { allowedHosts: ["evil.example", "*.evil.example"] } },
      });
      for (const boundary of ["default", "open"]) {
        await control.agents.update("triage-bot", { runtime: { boundary } });
        for (const address of [
          "http://xn--0.evil.example/",
          "http://evil.example.1/",
          "http://[fe80::1%25eth0]/",
          "https://evil.example:99999/",
        ]) {
          for (const request of callsTo(address)) {
            const { reasons } = await control.authorize(request);
            const messages = reasons.flatMap(({ code, message }) =>
              code === "egress_outside_boundary" ? [message] : [],
            );
            expect(messages, JSON.stringify(request)).toEqual([
              `Outside the boundary "${boundary}": host "(unreadable)" is not a readable host.`,
            ]);
          }
        }
      }
      const [event] = await decisionsIn(context);
      expect(event?.data?.["facts"]).toMatchObject({
        egressInside: false,
        egressHosts: ["(unreadable)"],
        egressOutside: ["(unreadable)"],
      });
    },
  ),
  scenario("authorize", 200, "searches no other part of a call for hosts", async (context) => {
    await newBot(context);
    await context.assay.control.agents.update("triage-bot", { tools: ["http://10.0.0.1/"] });
    const address = "http://10.0.0.1/";
    for (const request of [
      call({ tool: address }),
      call({ tool: address, session: address, context: { note: address } }),
      {
        ...evaluation,
        subject: { ...evaluation.subject, properties: { home: address } },
        resource: { type: "tool", id: address },
      },
    ])
      expect(outcomeOf(await context.assay.control.authorize(request))).toEqual([
        "allow",
        true,
        ["permitted"],
      ]);
  }),
  scenario("authzenEvaluation", 200, "searches evaluations of AuthZEN in the same way", async (context) => {
    await newBot(context);
    const denies = async (body: object) =>
      expectBody(await context.request("POST", "/access/v1/evaluation", { body }), 200)["decision"] === false;
    const args = { note: "see http://evil.example.1/" };
    expect(await denies({ ...evaluation, context: { args: {} } })).toBe(false);
    expect(await denies({ ...evaluation, context: { args } })).toBe(true);
    expect(await denies({ ...evaluation, context: { note: token } })).toBe(true);
  }),
];
