import { expect, test } from "vitest";
import { limits } from "../platform/limits.ts";
import { takeStream } from "./event-streams.ts";

test("a key follows as many streams as it may, and another one once one is given back", () => {
  const open = new Map<string, number>();
  const releases = Array.from({ length: limits.streamsPerKey }, () => takeStream(open, "key_1"));
  expect(() => takeStream(open, "key_1")).toThrow(expect.objectContaining({ status: 429 }));
  takeStream(open, "key_2")();
  const [release] = releases;
  release?.();
  release?.();
  expect(open).toEqual(new Map([["key_1", limits.streamsPerKey - 1]]));
  takeStream(open, "key_1");
  expect(() => takeStream(open, "key_1")).toThrow(expect.objectContaining({ status: 429 }));
});
