import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

/** Turns whose decisions each take this many milliseconds. */
function slowTurns(ms: number) {
  let now = 0;
  const turns = new Turns(() => now);
  const ran: string[] = [];
  const decide = (name: string) => async () => {
    await turns.run(name.slice(0, 1), () => {
      now += ms;
      ran.push(name);
    });
  };
  return { ran, decide };
}

test("a decision runs at once while the slice lasts", () => {
  const turns = new Turns(() => 0);
  expect(turns.run("a", () => 7)).toBe(7);
  expect(turns.run("b", () => 8)).toBe(8);
});

test("workspaces take turns after the slice, and other work runs between slow decisions", async () => {
  const { ran, decide } = slowTurns(10);
  const others: number[] = [];
  const all = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((name) => decide(name)());
  for (let turn = 0; turn < 10; turn += 1) {
    others.push(ran.length);
    await nextTurn();
  }
  await Promise.all(all);
  expect(ran).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  expect(new Set(others).size).toBe(7);
});

test("many quick decisions run in one slice", async () => {
  const { ran, decide } = slowTurns(1);
  const all = Array.from({ length: 12 }, (_, index) => decide(`a${index}`)());
  expect(ran).toHaveLength(5);
  await nextTurn();
  expect(ran).toHaveLength(10);
  await Promise.all(all);
  expect(ran).toHaveLength(12);
});

test("a decision that throws rejects its own promise only", async () => {
  const { ran, decide } = slowTurns(10);
  const turns = new Turns(() => 0);
  expect(() =>
    turns.run("a", () => {
      throw new Error("broken");
    }),
  ).toThrow("broken");
  await Promise.all([decide("a1")(), decide("a2")()]);
  expect(ran).toEqual(["a1", "a2"]);
});
