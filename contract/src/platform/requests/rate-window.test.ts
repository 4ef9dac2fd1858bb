import { expect, test } from "vitest";
import { applyRate, countRequest, type CountedRequests, type RateState, rateWindow } from "./rate-window.ts";

test("a window is a whole minute, and the time until its end is at least one second", () => {
  expect(rateWindow(120_000)).toEqual({ windowStart: 120_000, resetSeconds: 60 });
  expect(rateWindow(150_001)).toEqual({ windowStart: 120_000, resetSeconds: 30 });
  expect(rateWindow(179_999)).toEqual({ windowStart: 120_000, resetSeconds: 1 });
});

const rate = (policy: "key" | "workspace", remaining: number, exceeded = false): RateState => ({
  policy,
  limit: policy === "key" ? 5 : 25,
  remaining,
  resetSeconds: 30,
  exceeded,
});

/** Returns the headers of a response, and the refusal if the request exceeds a limit. */
function applied(...rates: [RateState, ...RateState[]]) {
  const headers = new Headers();
  let refusal: unknown;
  try {
    applyRate(rates, (name, value) => headers.set(name, value));
  } catch (error) {
    refusal = error;
  }
  return { headers: Object.fromEntries(headers), refusal };
}

test("the headers name all limits, and the one with the fewest remaining requests", () => {
  const policies = '"key";q=5;w=60, "workspace";q=25;w=60';
  expect(applied(rate("key", 3), rate("workspace", 4))).toEqual({
    headers: { ratelimit: '"key";r=3;t=30', "ratelimit-policy": policies },
    refusal: undefined,
  });
  expect(applied(rate("key", 3), rate("workspace", 2)).headers["ratelimit"]).toBe('"workspace";r=2;t=30');
});

test.each([
  ["key", "for the API key", rate("key", 0, true), rate("workspace", 0)],
  ["workspace", "for the workspace", rate("key", 0), rate("workspace", 0, true)],
] as const)(
  "the response to a request that exceeds the limit of the %s names it",
  (policy, name, ofKey, ofWorkspace) => {
    const { headers, refusal } = applied(ofKey, ofWorkspace);
    expect(headers["ratelimit"]).toBe(`"${policy}";r=0;t=30`);
    const limit = policy === "key" ? 5 : 25;
    expect(refusal).toMatchObject({
      status: 429,
      message: `Rate limit exceeded: ${limit} requests per minute ${name}. Retry after 30 seconds.`,
    });
  },
);

test("requests are counted by id and window", () => {
  const counts = new Map<string, CountedRequests>();
  const count = (id: string, now: number) => countRequest(counts, { id, policy: "key", limit: 2 }, now);
  expect([count("a", 0), count("a", 1), count("a", 2)].map(({ exceeded }) => exceeded)).toEqual([
    false,
    false,
    true,
  ]);
  expect(count("b", 2)).toMatchObject({ remaining: 1, exceeded: false });
  expect(count("a", 60_000)).toMatchObject({ remaining: 1, exceeded: false });
});
