import { expect, test } from "vitest";
import { rateWindow, tellRate } from "./rate-window.ts";

test("a window is a whole minute, and never ends in less than a second", () => {
  expect(rateWindow(120_000)).toEqual({ windowStart: 120_000, resetSeconds: 60 });
  expect(rateWindow(150_001)).toEqual({ windowStart: 120_000, resetSeconds: 30 });
  expect(rateWindow(179_999)).toEqual({ windowStart: 120_000, resetSeconds: 1 });
});

test("a refused request is told the rate, too", () => {
  const told = new Headers();
  const tell = (exceeded: boolean) =>
    tellRate({ limit: 5, remaining: 0, resetSeconds: 30, exceeded }, (name, value) => told.set(name, value));
  tell(false);
  expect(Object.fromEntries(told)).toEqual({
    ratelimit: '"default";r=0;t=30',
    "ratelimit-policy": '"default";q=5;w=60',
  });
  told.delete("RateLimit");
  expect(() => tell(true)).toThrow(expect.objectContaining({ status: 429 }));
  expect(told.get("RateLimit")).toBe('"default";r=0;t=30');
});
