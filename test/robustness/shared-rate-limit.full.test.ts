// Tests one rate limit that several processes share: together, they serve the permitted requests per minute,
// and report the limit.
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresUrl } from "../support/test-postgres.ts";
import { type CrashHarness, crashHarness } from "./harness/crash-harness.ts";

const havePostgres = (await postgresUrl()) !== null;
const limit = 300;
const clients = 1000;

describe.skipIf(!havePostgres)("two servers that share the rate limit of a key", () => {
  let harness: CrashHarness;
  beforeAll(async () => {
    harness = await crashHarness({ ASSAY_RATE_LIMIT: String(limit) });
  });
  afterAll(() => harness?.close());

  test(`serve ${limit} requests of ${clients} clients in a minute, and refuse the rest with Retry-After`, async () => {
    const { secret } = await new Assay({
      baseUrl: harness.url(() => 0),
      apiKey: harness.apiKey,
    }).apiKeys.create({
      name: "Of many clients",
      preset: "viewer",
    });
    const answers = await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const url = harness.url(() => (client % 2) / 2);
        const answer = await fetch(`${url}/v1/projects`, {
          headers: { authorization: `Bearer ${secret}` },
        });
        await answer.arrayBuffer();
        const [, left, reset] = /^"key";r=(\d+);t=(\d+)$/.exec(answer.headers.get("ratelimit") ?? "") ?? [];
        return { status: answer.status, left: Number(left), reset: Number(reset), headers: answer.headers };
      }),
    );
    // Minutes may end between the requests, but each response states its minute.
    const minutes = new Map<number, { served: number; refused: number }>();
    for (const { status, reset, headers } of answers) {
      const end = Math.round((Date.parse(headers.get("date") ?? "") / 1000 + reset) / 60);
      const { served, refused } = minutes.get(end) ?? { served: 0, refused: 0 };
      expect([200, 429]).toContain(status);
      minutes.set(end, {
        served: served + Number(status === 200),
        refused: refused + Number(status === 429),
      });
    }
    for (const { served, refused } of minutes.values()) {
      expect(served).toBeLessThanOrEqual(limit);
      if (refused > 0) expect(served).toBe(limit);
    }
    const refused = answers.filter(({ status }) => status === 429);
    const policies = `"key";q=${limit};w=60`;
    for (const { status, left, headers } of answers) {
      expect(left).toBeLessThan(limit);
      // The workspace's allowance is not read for a request that exceeds the key's.
      const further = status === 429 ? "" : `, "workspace";q=${5 * limit};w=60`;
      expect(headers.get("ratelimit-policy")).toBe(`${policies}${further}`);
    }
    for (const { left, reset, headers } of refused)
      expect({ left, retryAfter: headers.get("retry-after") }).toEqual({
        left: 0,
        retryAfter: String(reset),
      });
  });
});

const keyCount = 300;

describe.skipIf(!havePostgres)("two servers that share the rate limit of a workspace", () => {
  let harness: CrashHarness;
  beforeAll(async () => {
    harness = await crashHarness({ ASSAY_WORKSPACE_RATE_LIMIT: String(2 * limit) });
  });
  afterAll(() => harness?.close());

  test(`serve ${2 * limit} requests of ${keyCount} keys in a minute, and refuse the rest`, async () => {
    const assay = new Assay({ baseUrl: harness.url(() => 0), apiKey: harness.apiKey });
    const secrets: string[] = [];
    while (secrets.length < keyCount)
      secrets.push((await assay.apiKeys.create({ name: "One of many", preset: "viewer" })).secret);
    const served = new Map<number, number>();
    const refusals = new Set<string>();
    const send = async (index: number): Promise<void> => {
      const url = harness.url(() => (index % 2) / 2);
      const headers = { authorization: `Bearer ${secrets[index % keyCount]}` };
      const answer = await fetch(`${url}/v1/projects`, { headers });
      const text = await answer.text();
      const [, policy, reset] =
        /^"(key|workspace)";r=\d+;t=(\d+)$/.exec(answer.headers.get("ratelimit") ?? "") ?? [];
      expect([200, 429]).toContain(answer.status);
      if (answer.status === 429) return void refusals.add(`${policy} ${text.includes("workspace")}`);
      const end = Math.round((Date.parse(answer.headers.get("date") ?? "") / 1000 + Number(reset)) / 60);
      served.set(end, (served.get(end) ?? 0) + 1);
    };
    await Promise.all(Array.from({ length: 5 * keyCount }, (_, index) => send(index)));
    for (const count of served.values()) expect(count).toBeLessThanOrEqual(2 * limit);
    expect([...refusals]).toEqual(["workspace true"]);
  });
});
