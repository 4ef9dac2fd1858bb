import { expect, test } from "vitest";
import { limits } from "../platform/limits.ts";
import { openStream } from "./event-streams.ts";

test("a key has a limit of streams, and can open another one after one is closed", () => {
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
