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

test("values are searched in linear time, however deep they are and however long the names of members are", () => {
  const list = Array.from({ length: 7000 }, () => ":");
  for (const name of ["ip-", "aA", "source_", "password"]) {
    let nested: unknown = list;
    for (let depth = 0; depth < 50; depth += 1) nested = { [name.repeat(600 / name.length)]: nested };
    for (const sent of [{ source: "x", nested }, { [name.repeat(30_000 / name.length)]: list }])
      expect(evaluateEgress({ sent, declared: sent }, { allowed: null, isPublicAddress })).toBeDefined();
  }
}, 60_000);
