import { expect, test } from "vitest";
import { evaluateEgress } from "./egress.ts";

const isPublicAddress = (): boolean => true;

test("texts are searched in linear time", () => {
  const parts = [
    "http:'@",
    "http:\\@",
    "http:@",
    "a.b ",
    "1,",
    "a:b ",
    "[",
    "(",
    "\u0001",
    "\\",
    "/",
    ".",
    "x\n",
    "_url",
  ];
  for (const part of parts) {
    const text = part.repeat(60_000 / part.length);
    // Quadratic time over 60,000 characters would exceed the test's time limit.
    for (const sent of [{ note: text }, { url: text }, { url: `${text}x x` }, { [`${text}_url`]: "x" }])
      expect(evaluateEgress({ sent, declared: text }, { allowed: null, isPublicAddress })).toBeDefined();
  }
}, 60_000);
