import { expect, test } from "vitest";
import { rateWindow, applyRate } from "./rate-window.ts";

test("a window is a whole minute, and the time until its end is at least one second", () => {
  expect(rateWindow(120_000)).toEqual({ windowStart: 120_000, resetSeconds: 60 });
  expect(rateWindow(150_001)).toEqual({ windowStart: 120_000, resetSeconds: 30 });
  expect(rateWindow(179_999)).toEqual({ windowStart: 120_000, resetSeconds: 1 });
});

test("the response to a refused request also has the headers of the limit", () => {
  const headers = new Headers();
  const apply = (exceeded: boolean) =>
    applyRate({ limit: 5, remaining: 0, resetSeconds: 30, exceeded }, (name, value) =>
      headers.set(name, value),
    );
  apply(false);
  expect(Object.fromEntries(headers)).toEqual({
    ratelimit: '"default";r=0;t=30',
    "ratelimit-policy": '"default";q=5;w=60',
  });
  headers.delete("RateLimit");
  expect(() => apply(true)).toThrow(
    expect.objectContaining({
      status: 429,
      message: "Rate limit exceeded: 5 requests per minute. Retry after 30 seconds.",
    }),
  );
  expect(headers.get("RateLimit")).toBe('"default";r=0;t=30');
});
