import { expect, test } from "vitest";
import { limits } from "../platform/limits.ts";
import { openStream } from "./event-streams.ts";

test("a key follows as many streams as it may, and another one once one is given back", () => {
  const open = new Map<string, number>();
  const releases = Array.from({ length: limits.streamsPerKey }, () => openStream(open, "key_1"));
  expect(() => openStream(open, "key_1")).toThrow(expect.objectContaining({ status: 429 }));
  openStream(open, "key_2")();
  const [release] = releases;
  release?.();
  release?.();
  expect(open).toEqual(new Map([["key_1", limits.streamsPerKey - 1]]));
  openStream(open, "key_1");
  expect(() => openStream(open, "key_1")).toThrow(expect.objectContaining({ status: 429 }));
});
