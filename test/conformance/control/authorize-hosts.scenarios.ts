// Scenarios for the forms in which a call can name a host.
import { expect } from "vitest";
import { call, newBot } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

/** Returns the messages of a call's reasons about hosts. */
const messagesOf = async ({ assay }: Context, args: Record<string, unknown>): Promise<string[]> =>
  (await assay.control.authorize(call({ args }))).reasons.flatMap(({ code, message }) =>
    code === "egress_outside_boundary" ? [message] : [],
  );

const privateHost = (host: string): string[] => [
  `Outside the boundary "default": host "${host}" is not a public address.`,
];
const unreadable = ['Outside the boundary "default": host "(unreadable)" is not a readable host.'];

export const authorizeHostScenarios = [
  scenario(
    "authorize",
    200,
    "reads a host that is not ASCII in the same way after many calls",
    async (context) => {
      await newBot(context);
      const address = "http:// @169.254\u00AD.169.254/latest/";
      for (let round = 0; round < 6; round += 1) {
        expect(await messagesOf(context, { u: address })).toEqual(privateHost("169.254.169.254"));
        const links = Array.from(
          { length: 1500 },
          (_, index) => `http://h${index % 90}.example.org/${round}`,
        );
        expect(await messagesOf(context, { links })).toEqual([]);
      }
    },
  ),
  scenario(
    "authorize",
    200,
    "finds the host of a text that starts with slashes and white space",
    async (context) => {
      await newBot(context);
      for (const text of ["// @10.0.0.1/x", "\\\\\u00A0u:p@10.0.0.1", "///\t @10.0.0.1"]) {
        for (const member of ["u", "url"])
          expect(await messagesOf(context, { [member]: text }), text).toEqual(privateHost("10.0.0.1"));
      }
      for (const text of ["//10.0.0.1:99999/ x", "\\\\\r127.0.0.1%40"])
        expect(await messagesOf(context, { u: text }), text).toEqual(unreadable);
      expect(await messagesOf(context, { u: "// a b c" })).toEqual([]);
      expect(await messagesOf(context, { url: "// a b c" })).toEqual(unreadable);
    },
  ),
  scenario("authorize", 200, "reads a host in each way in which clients read it", async (context) => {
    await newBot(context);
    for (const [text, host] of [
      ["http://010.0.0.1/", "10.0.0.1"],
      ["see http://0127.0.0.1:80/", "127.0.0.1"],
      ["//0172.16.0.1/", "172.16.0.1"],
    ] as const)
      expect(await messagesOf(context, { u: text }), text).toEqual(privateHost(host));
    const { control } = context.assay;
    await control.settings.put({ boundaries: { open: { allowedHosts: ["xn--fa-hia.example"] } } });
    await control.agents.update("triage-bot", { runtime: { boundary: "open" } });
    expect(await messagesOf(context, { u: "https://xn--fa-hia.example/" })).toEqual([]);
    expect(await messagesOf(context, { u: "https://fa\u00DF.example/" })).toEqual([
      `Outside the boundary "open": host "fass.example" is not on the boundary's list.`,
    ]);
  }),
  scenario(
    "authorize",
    200,
    "finds the host behind a backslash, and before a path with white space",
    async (context) => {
      await newBot(context);
      const outside = (host: string, because: string): string[] => [
        `Outside the boundary "default": host "${host}" is ${because}.`,
      ];
      const local = "a name of a local network";
      for (const [text, host] of [
        ["http://metadata.goo\\gle.internal:8099/", "metadata.google.internal"],
        ["//ok.example\\x.localhost/", "ok.examplex.localhost"],
      ] as const) {
        for (const member of ["u", "url", "target"])
          expect(await messagesOf(context, { [member]: text }), text).toContain(outside(host, local)[0]);
      }
      for (const text of ["u@10.0.0.1:my file", "u@10.0.0.1:a/b c.git"])
        expect(await messagesOf(context, { u: text }), text).toEqual(
          outside("10.0.0.1", "reached by ssh, and only http and https are allowed"),
        );
      expect(await messagesOf(context, { u: "ada@ok.example: hello" })).toEqual([]);
      const egress = async (declared: string) =>
        (await context.assay.control.authorize(call({ context: { egress: declared } }))).reasons.map(
          ({ code }) => code,
        );
      expect(await egress("http://ok.example|.evil.example/")).toContain("egress_outside_boundary");
      expect(await egress("http://ok.example\\x.localhost/")).toContain("egress_outside_boundary");
      expect(await egress("http://ok.example/")).not.toContain("egress_outside_boundary");
    },
  ),
  scenario("authorize", 200, "denies an address that the URL standard refuses", async (context) => {
    await newBot(context);
    for (const text of [
      "http://ok.example|.evil.example/",
      "http://ok.example .evil.example/",
      "http:[10.0.0.1",
      "see http://[::1/",
    ])
      expect(await messagesOf(context, { u: text }), text).toEqual(unreadable);
    for (const text of ["see <http://ok.example>, or [x](http://ok.example)", "|http://ok.example|x|"])
      expect(await messagesOf(context, { u: text }), text).toEqual([]);
  }),
  scenario("authorize", 200, "denies a call with too many addresses to search", async (context) => {
    await newBot(context);
    expect(await messagesOf(context, { note: "ftp:%41\t\u2460".repeat(4000) })).toEqual([
      expect.stringContaining('host "(more hosts)" is in texts with too many addresses to search'),
    ]);
    const list = Array.from({ length: 9000 }, () => "");
    const nested = Array.from({ length: 40 }).reduce<unknown>(
      (inner) => ({ ["ip-".repeat(200)]: inner }),
      list,
    );
    expect(await messagesOf(context, { source: "x", nested })).toEqual([]);
  }),
  scenario(
    "authzenEvaluations",
    200,
    "finds hosts in default arguments for every item that has no own arguments",
    async (context) => {
      await newBot(context);
      const body = {
        subject: { type: "agent", id: "triage-bot" },
        action: { name: "tools/call" },
        resource: { type: "tool", id: "chart.read" },
        context: { args: { u: "http://10.0.0.1/" } },
        evaluations: [{}, { args: { u: "http://ok.example/" } }, {}, { context: { args: {} } }],
      };
      expect(
        expectBody(await context.request("POST", "/access/v1/evaluations", { body }), 200),
      ).toMatchObject({
        evaluations: [{ decision: false }, { decision: true }, { decision: false }, { decision: true }],
      });
    },
  ),
];
