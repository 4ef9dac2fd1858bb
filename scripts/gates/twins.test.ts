import { expect, test } from "vitest";
import { twins } from "./twins.mjs";
import { useScratchRepositories } from "./scratch-repositories.ts";

const repository = useScratchRepositories("twins");

const none = { namesakeLines: 0, alikeLines: 0, unexplained: 0 };
const any = { namesakeLines: 100, alikeLines: 100, unexplained: 100 };
const noReasons = new Map<string, string>();
const rule = "export function closes(task) {\n  return task.done && task.open === 0;\n}\n";
const sameRule =
  "const closes = (task) => {\n  // A comment is not a token.\n  return task.done && task.open === 0;\n};\n";
const otherRule = "const closes = (id) => rows.has(id);\n";
const reason = (key: string) => new Map([[key, "each side has its own"]]);
const key = "review/a.ts#closes";

const pair = (mock: string, server: string) =>
  repository({ "sdk/src/msw/review/a.ts": mock, "server/src/review/b.ts": server });

test("twins fails when it reads no file of the mock", () => {
  expect(twins(repository({ "server/src/a.ts": rule }), any, noReasons).ok).toBe(false);
});

test("twins counts the lines of the mock's functions that have a namesake in the server", () => {
  const root = pair(`${rule}function alone() {}\n`, otherRule);
  expect(twins(root, { ...none, namesakeLines: 3 }, noReasons)).toEqual({ ok: true, output: "1 files" });
  expect(twins(root, { ...none, namesakeLines: 2 }, noReasons).output).toBe(
    "sdk/src/msw:1: functions with a namesake in the server have 3 lines; accepted: at most 2",
  );
});

test("twins counts similar bodies separately, and ignores comments", () => {
  expect(twins(pair(rule, sameRule), { ...any, alikeLines: 2 }, noReasons).output).toBe(
    "sdk/src/msw:1: functions that are similar to their namesake have 3 lines; accepted: at most 2",
  );
});

test.each([
  // The smaller body has 12 different 3-grams. Five of them are also in the larger body:
  // "{ a .", "a . b", ". b .", "b . c", ". c ;".
  ["of 42 %", "function f() { a.b.c; x; y; z; }", "function f() { a.b.c; p; q; r; s; t; }", false],
  // Of the 14 3-grams in the smaller body, three are also in the larger body: "{ a .", "a . b", ". b ;".
  ["of 21 %, not", "function f() { a.b; x; y; z; w; v; }", "function f() { a.b; p; q; r; s; t; }", true],
])("twins counts bodies as similar from the share %s on", (_, mock, server, ok) => {
  expect(twins(pair(mock, server), any, noReasons).ok).toBe(true);
  expect(twins(pair(mock, server), { ...any, unexplained: 0 }, noReasons).ok).toBe(ok);
});

test("twins reports a similar pair without a reason", () => {
  const root = pair(rule, sameRule);
  expect(twins(root, { ...any, unexplained: 0 }, noReasons).output).toMatch(
    "sdk/src/msw/review/a.ts:1: closes is similar to server/src/review/b.ts (1.00); accepted: one function in the contract",
  );
  expect(twins(root, { ...any, unexplained: 0 }, reason(key)).ok).toBe(true);
});

test("twins reports a reason for a pair that is not similar or does not exist", () => {
  for (const root of [pair(rule, otherRule), pair("let a = 1;\n", sameRule)])
    expect(twins(root, any, reason(key)).output).toMatch(
      `${key} is not similar to any function in the server`,
    );
});

test("twins ignores tests, and functions with different names", () => {
  const root = repository({
    "sdk/src/msw/a.test.ts": rule,
    "sdk/src/msw/a.ts": rule.replace("closes", "ends"),
    "server/src/b.ts": rule,
    "server/src/b.test.ts": rule.replace("closes", "ends"),
  });
  expect(twins(root, none, noReasons).ok).toBe(true);
});
