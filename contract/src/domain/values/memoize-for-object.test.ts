import { expect, test, vi } from "vitest";
import { memoizeForObject } from "./memoize-for-object.ts";

test("a result is computed once for each object and text, and undefined is a result", () => {
  const compute = vi.fn(({ factor }: { factor: number }, text: string) =>
    text === "" ? undefined : factor * text.length,
  );
  const cached = memoizeForObject(compute);
  const [one, other] = [{ factor: 1 }, { factor: 10 }];
  for (let round = 0; round < 3; round += 1) {
    expect([cached(one, "ab"), cached(other, "ab"), cached(one, "abc")]).toEqual([2, 20, 3]);
    expect(cached(one, "")).toBeUndefined();
  }
  expect(compute).toHaveBeenCalledTimes(4);
});

test("at most 1,000 results of an object are cached", () => {
  const compute = vi.fn((_source: object, text: string) => text);
  const cached = memoizeForObject(compute);
  const source = {};
  for (let index = 0; index < 1000; index += 1) cached(source, String(index));
  cached(source, "0");
  expect(compute).toHaveBeenCalledTimes(1000);
  // The 1,001st result evicts the others.
  cached(source, "1000");
  cached(source, "0");
  expect(compute).toHaveBeenCalledTimes(1002);
});
