import { parseId } from "@assay/contract/platform/ids";
import { expect, test } from "vitest";
import { createIds } from "./mock-ids.ts";
import { createRandom } from "./mock-random.ts";

test("an id of the mock is a UUID of version 7 with its time, greater than the previous one", () => {
  const start = Date.parse("2026-03-02T09:30:00Z");
  let now = start;
  const newId = createIds(() => now, createRandom(undefined));
  const ids = Array.from({ length: 5000 }, () => newId("sample"));
  now += 1;
  ids.push(newId("sample"));
  now -= 1000;
  ids.push(newId("sample"));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(parseId("sample", id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  const time = Number.parseInt(
    parseId("sample", ids[0] ?? "")
      ?.replaceAll("-", "")
      .slice(0, 12) ?? "",
    16,
  );
  expect(time).toBe(start);
});
