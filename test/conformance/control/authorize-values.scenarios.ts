// Scenarios for unusual values: names with a special meaning in a programming language or in policies,
// numbers, nulls and Unicode.
import type { Authorize } from "@assay/sdk";
import { expect } from "vitest";
import { call, decisionsIn, newBot, outcomeOf, path } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

/** Ids that careless concatenation would confuse with other ids. */
const awkward = [
  'a"); permit (principal, action, resource); //',
  'tool::"chart.read"',
  "back\\slash \\u{0}",
  "Ünïcødé 药 \u{1F48A}",
  "e\u0301",
  "constructor",
  "__proto__",
  "toString",
  "*",
  " chart.read",
];

/** Values that some clients read as an internal address and other clients do not. */
const hiddenHosts = [
  { url: "http://good.example\\@169.254.169.254/" },
  { note: "see http://good.example'@169.254.169.254/" },
  { url: "169.254.169.254/?next=https://good.example" },
  { url: "data:x@169.254.169.254/" },
  { url: "169.254.169.254/a b" },
  { note: "///169.254.169.254/latest" },
  { host: "127.0.0.1,good.example" },
  { host: "good.example 127.0.0.1" },
  { [`${"a".repeat(60)}_url`]: "localhost.." },
  { httpProxy: "127.0.0.1:3128" },
  { clientIp: "127.0.0.1" },
  { target: ["good.example", "127.0.0.1"] },
  { server: { address: "127.0.0.1", port: 80 } },
  { hosts: { localhost: { port: 80 } } },
  { note: "user@good.example@169.254.169.254:x" },
  { note: `${"z".repeat(3000)}://${"u".repeat(1000)}@h.example` },
  { list: Array.from({ length: 2000 }, (_item, at) => `http://h${at}.internal/`).join(" ") },
];

export const authorizeValueScenarios = [
  scenario(
    "authorize",
    200,
    "denies an address that only some clients read, and an encoded key",
    async (context) => {
      const { assay } = context;
      await assay.control.agents.create({
        id: "triage-bot",
        tools: ["chart.read"],
        apiKey: "Canary/Key+4b1f9c",
      });
      const decide = async (further: Partial<Authorize>) =>
        outcomeOf(await assay.control.authorize(call(further)));
      for (const args of hiddenHosts) {
        const { reasons } = await assay.control.authorize(call({ args }));
        expect(reasons.map(({ code }) => code)).toEqual(["egress_outside_boundary"]);
        expect(reasons[0]?.message.length).toBeLessThan(1000);
      }
      for (const egress of ["good.example\\@127.0.0.1", { host: "good.example\\@127.0.0.1" }])
        expect(await decide({ context: { egress } })).toEqual(["deny", false, ["egress_outside_boundary"]]);
      const note = "Canary%2FKey%2B4b1f9c";
      expect(await decide({ args: { note } })).toEqual(["deny", false, ["secret_material"]]);
      for (const url of ["/patients/7", "good.example/a b", "mailto:ada@good.example", "see the docs"])
        expect(await decide({ args: { url } }), url).toEqual(["allow", true, ["permitted"]]);
    },
  ),
  scenario(
    "authorize",
    200,
    "compares names exactly, also those with a special meaning elsewhere",
    async (context) => {
      const { assay } = context;
      await newBot(context);
      for (const tool of awkward) {
        const denied = await assay.control.authorize(call({ tool }));
        expect(outcomeOf(denied), tool).toEqual(["deny", false, ["tool_not_allowed"]]);
      }
      await assay.control.agents.create({ id: "collector", tools: awkward.filter((tool) => tool !== "*") });
      for (const tool of awkward) {
        const { decision } = await assay.control.authorize(call({ agentId: "collector", tool }));
        expect(decision, tool).toBe(tool !== "*");
      }
      // A name with the same letter in another Unicode form or in another case is a different name.
      for (const tool of ["\u00e9", "Constructor"]) {
        expect((await assay.control.authorize(call({ agentId: "collector", tool }))).decision).toBe(false);
      }
      for (const agentId of awkward) {
        const { reasons } = await assay.control.authorize(call({ agentId }));
        expect(reasons.map(({ code }) => code)).toContain("agent_not_active");
      }
      const names = (await decisionsIn(context)).map(({ data }) => Object(data?.["resource"]).id as unknown);
      expect(names.slice(0, awkward.length)).toEqual(awkward);
    },
  ),
  scenario("authorize", 200, "accepts members named like properties of every object", async (context) => {
    const { assay } = context;
    await newBot(context);
    await context.request("PUT", "/api/settings", { body: { toolRisk: { constructor: "high" } } });
    await assay.control.agents.create({ id: "inheritor", tools: ["constructor", "toString"] });
    const args = { constructor: "x", toString: 1, hasOwnProperty: null, valueOf: [true] };
    const allowed = await assay.control.authorize(call({ args, context: { constructor: { name: "y" } } }));
    expect(outcomeOf(allowed)).toEqual(["allow", true, ["permitted"]]);
    const risks = ["constructor", "toString"].map((tool) => call({ agentId: "inheritor", tool }));
    const outcomes: string[] = [];
    for (const one of risks) outcomes.push((await assay.control.authorize(one)).outcome);
    expect(outcomes).toEqual(["ask", "allow"]);
    const [event] = await decisionsIn(context);
    expect(event?.data?.["said"]).toMatchObject({ args, context: { constructor: { name: "y" } } });
  }),
  scenario("authorize", 200, "logs nulls, fractions and the largest integers unchanged", async (context) => {
    await newBot(context);
    const args = { nothing: null, half: 0.5, tiny: 1e-7, max: 9_007_199_254_740_991, list: [null, -0.25] };
    const allowed = await context.assay.control.authorize(call({ args, context: { risk: null } }));
    expect(outcomeOf(allowed)).toEqual(["allow", true, ["permitted"]]);
    const [event] = await decisionsIn(context);
    expect(event?.data?.["said"]).toMatchObject({ args });
  }),
  scenario("authorize", 400, "refuses numbers that it cannot store exactly", async (context) => {
    await newBot(context);
    for (const number of ["9007199254740993", "1e400", "-9007199254740993"]) {
      const body = `{"agentId":"triage-bot","tool":"chart.read","args":{"n":${number}}}`;
      expect((await context.request("POST", path, { body })).status, number).toBe(400);
    }
    expect(await decisionsIn(context)).toEqual([]);
  }),
  scenario("authorize", 200, "returns the same result on the fast and the normal route", async (context) => {
    await newBot(context);
    const shaped = async (options: { headers?: Record<string, string>; body?: unknown }) => {
      const answer = await context.request("POST", path, { body: call(), ...options });
      const body = expectBody(answer, 200);
      const names = [...answer.headers.keys()].filter((name) => !["date", "keep-alive"].includes(name));
      return { names: names.sort(), members: Object.keys(body), type: answer.headers.get("content-type") };
    };
    const plain = await shaped({});
    expect(await shaped({ headers: { "idempotency-key": "k" } })).toEqual(plain);
    expect(await shaped({ headers: { "content-type": "application/json; charset=utf-8" } })).toEqual(plain);
    expect(await shaped({ body: `  ${JSON.stringify(call())}\n` })).toEqual(plain);
    const named = await context.request("POST", path, { body: call(), headers: { "x-request-id": "mine" } });
    expect(named.headers.get("x-request-id")).toBe("mine");
  }),
  scenario("authorize", 401, "refuses a missing key and an invalid body", async (context) => {
    await newBot(context);
    expect((await context.request("POST", path, { body: call(), key: null })).status).toBe(401);
    expect((await context.request("POST", path, { body: call(), key: "assay_live_none" })).status).toBe(401);
    for (const body of ["{", "[]", "null", '"x"', "\u0000", '{"agentId":"\\ud800","tool":"b"}']) {
      const { status } = await context.request("POST", path, { body });
      expect(status, body).toBe(400);
    }
    expect(await statusOf(context, { agentId: "", tool: "" })).toBe(400);
  }),
];

const statusOf = async (context: Context, body: Authorize): Promise<number> =>
  (await context.request("POST", path, { body })).status;
