// One allowance over several processes: together they answer as many requests a minute as the limit says, and say so.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresUrl } from "../support/test-postgres.ts";
import { type CrashLab, crashLab } from "./crash-lab.ts";

const havePostgres = (await postgresUrl()) !== null;
const limit = 300;
const clients = 1000;

describe.skipIf(!havePostgres)("two servers that share the allowance of a key", () => {
  let lab: CrashLab;
  beforeAll(async () => {
    lab = await crashLab({ ASSAY_RATE_LIMIT: String(limit) });
  });
  afterAll(() => lab?.close());

  test(`answer ${limit} requests of ${clients} clients in a minute, and refuse the rest with when to come again`, async () => {
    const answers = await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const url = lab.url(() => (client % 2) / 2);
        const answer = await fetch(`${url}/v1/projects`, {
          headers: { authorization: `Bearer ${lab.apiKey}` },
        });
        await answer.arrayBuffer();
        const [, left, reset] =
          /^"default";r=(\d+);t=(\d+)$/.exec(answer.headers.get("ratelimit") ?? "") ?? [];
        return { status: answer.status, left: Number(left), reset: Number(reset), headers: answer.headers };
      }),
    );
    const served = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(served.length + refused.length).toBe(clients);
    // A minute may end in the middle of it: then some saw the end of one and the beginning of another.
    const resets = answers.map(({ reset }) => reset);
    const windows = Math.max(...resets) - Math.min(...resets) > 30 ? 2 : 1;
    expect(served.length).toBeLessThanOrEqual(limit * windows);
    if (windows === 1) expect(served.length).toBe(limit);
    for (const { left, headers } of answers) {
      expect(left).toBeLessThan(limit);
      expect(headers.get("ratelimit-policy")).toBe(`"default";q=${limit};w=60`);
    }
    for (const { left, reset, headers } of refused)
      expect({ left, retryAfter: headers.get("retry-after") }).toEqual({
        left: 0,
        retryAfter: String(reset),
      });
  });
});
