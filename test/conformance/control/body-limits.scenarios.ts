import { gzipSync } from "node:zlib";
import { bodyLimits } from "@assay/contract/platform/limits";
import { payloadTooLarge } from "@assay/contract/platform/refusals";
import { tooManyJsonParts } from "@assay/contract/platform/requests/load-refusals";
import { expect } from "vitest";
import { call, decisionsIn, newBot, outcomeOf, path } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectRefusal } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const evaluation = {
  subject: { type: "agent", id: "triage-bot" },
  action: { name: "tools/call" },
  resource: { type: "tool", id: "chart.read" },
};
const policy = { id: "exports", text: "permit (principal, action, resource);" };

/** The requests that concern one call or one policy, each with a valid body. */
const single: readonly [method: string, path: string, body: object][] = [
  ["POST", path, call()],
  ["POST", "/access/v1/evaluation", evaluation],
  ["POST", "/access/v1/search/subject", { ...evaluation, subject: { type: "agent" } }],
  ["POST", "/access/v1/search/resource", { ...evaluation, resource: { type: "tool" } }],
  ["POST", "/access/v1/search/action", { subject: evaluation.subject, resource: evaluation.resource }],
  ["POST", "/api/policies/validate", { text: policy.text }],
  ["POST", "/api/policies", policy],
  ["PUT", "/api/policies/exports", { text: policy.text }],
  ["POST", "/api/policies/simulate", { text: policy.text }],
  ["POST", "/api/events", { type: "note" }],
];

/** Returns the JSON of a body with a further member. */
const withMember = (body: object, json: string): string =>
  `${JSON.stringify(body).slice(0, -1)},"zz":${json}}`;

/** Returns the JSON of a body with a further text, so that it has exactly this number of bytes. */
function padded(body: object, bytes: number): string {
  const { length } = withMember(body, '""');
  return withMember(body, `"${"x".repeat(bytes - length)}"`);
}

const ones = (count: number): string => `[${"1,".repeat(count - 1)}1]`;
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join(",")}}`;

const compressed = (body: string) => ({
  body: new Uint8Array(gzipSync(body)),
  headers: { "content-encoding": "gzip" },
});

const tooManyMembers = tooManyJsonParts(20_000, "object members");
const tooManyValues = tooManyJsonParts(200_000, "JSON values");

/** Returns a batch in which each call has a number of arguments. */
const batchOf = (calls: number, args: string): string =>
  `{"requests":[${Array.from({ length: calls }, () => `{"agentId":"triage-bot","tool":"chart.read","args":${args}}`).join(",")}]}`;

const expectNoDecisions = async (context: Context): Promise<void> =>
  expect(await decisionsIn(context)).toEqual([]);

/** Scenarios for bodies of one call, of one policy and of several calls that are too large, or have too many values. */
export const bodyLimitScenarios = [
  scenario("authorize", 413, "refuses a single request of more than 1 MiB", async (context) => {
    for (const [method, to, body] of single) {
      const large = padded(body, bodyLimits.call.bytes + 1);
      expectRefusal(await context.request(method, to, { body: large }), payloadTooLarge(1_048_576));
    }
    await expectNoDecisions(context);
  }),
  scenario("authorize", 413, "refuses a single request that expands to more than 1 MiB", async (context) => {
    for (const [method, to, body] of single) {
      const large = compressed(padded(body, bodyLimits.call.bytes + 1));
      expectRefusal(await context.request(method, to, large), payloadTooLarge(1_048_576));
    }
    await expectNoDecisions(context);
  }),
  scenario("authorize", 413, "refuses a single request with too many members", async (context) => {
    for (const [method, to, body] of single) {
      const many = withMember(body, members(20_000));
      expectRefusal(await context.request(method, to, { body: many }), tooManyMembers);
      expectRefusal(await context.request(method, to, compressed(many)), tooManyMembers);
    }
    await expectNoDecisions(context);
  }),
  scenario("authorize", 413, "refuses a single request with too many values", async (context) => {
    for (const [method, to, body] of single) {
      const nested = withMember(body, `[${"[[[[]]]],".repeat(50_000)}1]`);
      expectRefusal(await context.request(method, to, { body: nested }), tooManyValues);
      expectRefusal(await context.request(method, to, compressed(nested)), tooManyValues);
    }
    await expectNoDecisions(context);
  }),
  scenario("authorize", 200, "decides on a body of exactly 1 MiB", async (context) => {
    await newBot(context);
    const body = padded(call(), bodyLimits.call.bytes);
    for (const sent of [{ body }, compressed(body)])
      expect(expectBody(await context.request("POST", path, sent), 200)).toMatchObject({ outcome: "allow" });
  }),
  scenario("authorize", 200, "decides on 32,000 arguments, and denies larger ones", async (context) => {
    await newBot(context);
    const { control } = context.assay;
    const list = Array.from({ length: 32_000 }, () => 1);
    expect(outcomeOf(await control.authorize(call({ args: { list } })))).toEqual([
      "allow",
      true,
      ["permitted"],
    ]);
    const denied = ["deny", false, ["policy_too_large"]];
    expect(outcomeOf(await control.authorize(call({ args: { list: [...list, ...list] } })))).toEqual(denied);
    expect(await decisionsIn(context)).toHaveLength(2);
  }),
  scenario("authorize", 200, "decides on commas, colons and brackets inside of texts", async (context) => {
    await newBot(context);
    const text = '\\",:[{'.repeat(60_000);
    const body = withMember(call(), JSON.stringify(text));
    const answer = await context.request("POST", path, { body });
    expect(expectBody(answer, 200)).toMatchObject({ outcome: "allow" });
  }),
  scenario("authorizeBatch", 200, "decides on a batch of more than 1 MiB", async (context) => {
    await newBot(context);
    const body = batchOf(60, `{"note":"${"x".repeat(20_000)}"}`);
    expect(body.length).toBeGreaterThan(bodyLimits.call.bytes);
    const answer = await context.request("POST", `${path}/batch`, { body });
    expect(new Set(Object(expectBody(answer, 200))["decisions"].map(outcomeOf).map(String))).toEqual(
      new Set(["allow,true,permitted"]),
    );
  }),
  scenario("authorizeBatch", 413, "refuses a batch with too many values or members", async (context) => {
    const send = (body: string) => context.request("POST", `${path}/batch`, { body });
    expectRefusal(await send(batchOf(100, `{"list":${ones(2000)}}`)), tooManyValues);
    const tooMany = tooManyJsonParts(40_000, "object members");
    const many = batchOf(100, members(400));
    expectRefusal(await send(many), tooMany);
    expectRefusal(await context.request("POST", `${path}/batch`, compressed(many)), tooMany);
    await expectNoDecisions(context);
  }),
  scenario("authzenEvaluations", 413, "refuses a batch with too many values", async (context) => {
    const body = withMember({ ...evaluation, evaluations: [{}] }, ones(200_000));
    for (const sent of [{ body }, compressed(body)])
      expectRefusal(await context.request("POST", "/access/v1/evaluations", sent), tooManyValues);
    await expectNoDecisions(context);
  }),
  scenario("createModel", 413, "refuses a body with too many values or members", async (context) => {
    const send = (json: string) =>
      context.request("POST", "/v1/models", { body: withMember({ name: "m", version: "1" }, json) });
    expectRefusal(await send(members(60_000)), tooManyJsonParts(60_000, "object members"));
    expectRefusal(await send(ones(200_000)), tooManyValues);
  }),
  scenario(
    "putEntities",
    413,
    "refuses too many different members, but not many that are alike",
    async (context) => {
      const put = (properties: string) =>
        context.request("PUT", "/api/entities", {
          body: `{"entities":[{"type":"user","id":"ada","properties":${properties}}]}`,
        });
      expectRefusal(await put(members(60_000)), tooManyJsonParts(60_000, "different object members"));
      const alike = await put(`{"list":[${'{"a":1},'.repeat(7000)}1]}`);
      expect(expectBody(alike, 200)).toMatchObject({ entityCount: 1 });
    },
  ),
  scenario("signRecord", 413, "refuses a decision with too many different members", async (context) => {
    const body = withMember({ decisionId: "dec_1" }, members(60_000));
    const answer = await context.request("POST", "/api/verification-record/sign", { body });
    expectRefusal(answer, tooManyJsonParts(60_000, "different object members"));
  }),
  scenario("settleDecision", 413, "refuses a cost beside too many members", async (context) => {
    const body = withMember({ cost: 1 }, members(20_000));
    const to = `${path}/dec_01m8s3c50sfeba7v9kh38gc6tr/settle`;
    expectRefusal(await context.request("POST", to, { body }), tooManyMembers);
  }),
];
