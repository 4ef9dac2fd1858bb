import { expect, test } from "vitest";
import { groupsOfAction } from "./stored-state.ts";

test("the groups of an action are searched once for each set of groups", () => {
  let reads = 0;
  const declared = { writes: ["send", "delete"], all: ["writes"] };
  const groups = new Proxy(declared, {
    ownKeys: (target) => {
      reads += 1;
      return Reflect.ownKeys(target);
    },
  });
  const first = groupsOfAction(groups, "send");
  expect(first).toEqual(["writes", "all"]);
  const readsOfFirst = reads;
  expect(groupsOfAction(groups, "send")).toEqual(first);
  expect(reads).toBe(readsOfFirst);
  expect(groupsOfAction({ ...declared }, "read")).toEqual([]);
});
