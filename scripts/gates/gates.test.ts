import { expect, test } from "vitest";
import { barrelImports } from "./barrel.mjs";
import { docComments } from "./doc-comments.mjs";
import { fence } from "./fence.mjs";
import { names } from "./names.mjs";
import { parameters } from "./parameters.mjs";
import { sizes } from "./sizes.mjs";
import { useScratchRepositories } from "./scratch-repositories.ts";

const repository = useScratchRepositories("gates");

const passing = { ok: true, output: "1 files" };
const numbered = (count: number, fileOf: (index: number) => [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => fileOf(index)));
const lines = (count: number) => "let x = 1;\n".repeat(count);
/** Returns the source of a function whose body has the given number of lines. */
const functionOf = (count: number) => `export function long() {\n${"  work();\n".repeat(count)}}\n`;

test.each([names, sizes, parameters, barrelImports, fence, docComments])(
  "%o fails when it reads no file",
  (gate) => {
    expect(gate(repository({ "docs/a.md": "" })).ok).toBe(false);
  },
);

test("names reports a second file of the same name in a package with both paths", () => {
  const root = repository({
    "server/src/control/agents/policy-catalog.ts": "",
    "server/src/control/policies/policy-catalog.ts": "",
    "contract/src/control/policy-catalog.ts": "",
  });
  expect(names(root)).toEqual({
    ok: false,
    output:
      "server/src/control/policies/policy-catalog.ts:1: server/src/control/agents/policy-catalog.ts has the same name; accepted: one file per name in a package",
  });
});

test("names accepts index.ts in every folder, and generated files", () => {
  const files = { "sdk/src/a/index.ts": "", "sdk/src/b/index.ts": "", "sdk/src/generated/index.ts": "" };
  expect(names(repository({ ...files, "sdk/src/generated/x.ts": "", "sdk/src/x.ts": "" })).ok).toBe(true);
});

test.each(["utils.ts", "helpers.ts", "misc.ts", "common.ts"])(
  "names reports %s outside platform/",
  (name) => {
    expect(names(repository({ [`server/src/review/${name}`]: "" })).output).toMatch(
      `server/src/review/${name}:1: the name does not state the content`,
    );
    expect(names(repository({ [`server/src/platform/${name}`]: "" }))).toEqual(passing);
  },
);

test("sizes reports a 13th source file in a folder, and does not count tests and fixtures", () => {
  const tasks = numbered(12, (index) => [`server/src/review/tasks/task-${index}.ts`, ""]);
  const tests = numbered(12, (index) => [`server/src/review/tasks/task-${index}.test.ts`, ""]);
  const fixture = { "server/src/review/tasks/task.fixture.ts": "" };
  expect(sizes(repository({ ...tasks, ...tests, ...fixture })).ok).toBe(true);
  expect(sizes(repository({ ...tasks, "server/src/review/tasks/more.ts": "" }))).toEqual({
    ok: false,
    output: "server/src/review/tasks:1: 13 source files; accepted: at most 12",
  });
});

test("sizes reports a file of 251 lines, and a test file of 501", () => {
  expect(sizes(repository({ "server/src/a.ts": lines(250), "server/src/a.test.ts": lines(500) })).ok).toBe(
    true,
  );
  expect(
    sizes(repository({ "server/src/a.ts": lines(251), "server/src/a.test.ts": lines(501) })).output,
  ).toBe(
    "server/src/a.test.ts:501: 501 lines; accepted: at most 500\nserver/src/a.ts:251: 251 lines; accepted: at most 250",
  );
});

test("sizes reports a scenario file of 301 lines", () => {
  const files = (count: number) => ({ "test/conformance/control/a.scenarios.ts": lines(count) });
  expect(sizes(repository(files(300))).ok).toBe(true);
  expect(sizes(repository(files(301))).output).toBe(
    "test/conformance/control/a.scenarios.ts:301: 301 lines; accepted: at most 300",
  );
});

test("sizes reports a function whose body has 41 lines", () => {
  expect(sizes(repository({ "sdk/src/a.ts": functionOf(40) }))).toEqual(passing);
  expect(sizes(repository({ "sdk/src/a.ts": functionOf(41) })).output).toBe(
    "sdk/src/a.ts:1: function of 41 lines; accepted: at most 40",
  );
});

const handler = (name: string, count: number) => `${name}() {\n${"work();\n".repeat(count)}},\n`;

test.each([
  ["a returned table", (members: string) => `function handlers() {\nreturn {\n${members}};\n}\n`],
  [
    "a table that is the body of an arrow function",
    (members: string) => `const handlers = () => ({\n${members}});\n`,
  ],
  ["a nested table", (members: string) => `const handlers = () => ({\na: {\n${members}},\n});\n`],
])("sizes counts each function of %s separately", (_, tableOf) => {
  const table = (count: number) => tableOf(handler("list", count) + handler("get", count));
  expect(sizes(repository({ "server/src/a.ts": table(40) }))).toEqual(passing);
  expect(sizes(repository({ "server/src/a.ts": table(41) })).ok).toBe(false);
});

test("sizes counts a function as part of the enclosing function if that function does not return it", () => {
  const text = `function outer() {\nconst inner = () => {\n${"work();\n".repeat(40)}};\ninner();\n}\n`;
  expect(sizes(repository({ "server/src/a.ts": text })).output).toBe(
    "server/src/a.ts:1: function of 43 lines; accepted: at most 40",
  );
});

test.each([
  ["a function", "function f(now = () => Date.now()) {}"],
  ["an imported object", 'import { catalog } from "./catalog.ts";\nfunction f(given = catalog) {}'],
  ["a call", "function f(signal = new AbortController().signal) {}"],
  ["a member of an options object", "const system = () => 1;\nfunction f({ resolve = system } = {}) {}"],
  ["a constructor's parameter", "class A { constructor(readonly now: () => number = Date.now) {} }"],
  ["an object with a function", "const f = (deps = { now: () => 1 }) => deps;"],
])("parameters reports a default that is %s", (_, text) => {
  expect(parameters(repository({ "server/src/a.ts": text })).output).toMatch(
    /^server\/src\/a\.ts:\d: default that may have behavior "/,
  );
});

test.each([
  ["a function type", "function f(now?: () => number) {}"],
  ["dependencies", "function f(deps?: ControlDeps) {}"],
])("parameters reports an optional parameter of %s", (_, text) => {
  expect(parameters(repository({ "contract/src/review/task-rules.ts": text })).output).toMatch(
    /^contract\/src\/review\/task-rules\.ts:1: optional dependency "/,
  );
});

test("parameters accepts defaults that are data or members of other parameters", () => {
  const text = `
    const limit = 20;
    function a(count = limit, name = "x", path: readonly string[] = [], options = { once: true }) {}
    function b(app: App, listener = app.listener, size?: number) {}
    function c(tooLarge: string | null = check()) {}`;
  expect(parameters(repository({ "sdk/src/msw/a.ts": text }))).toEqual(passing);
});

test.each([
  ["server/src/a.ts", 'import { limits } from "@assay/contract";'],
  ["contract/src/evaluation/a.ts", 'export { limits } from "../index.ts";'],
  ["sdk/src/a.ts", 'const loaded = import("../../contract/src/index.ts");'],
])("barrel reports an import of the publishing entry in %s", (path, text) => {
  expect(barrelImports(repository({ [path]: text })).output).toMatch(`${path}:1: import of "`);
});

test("barrel accepts a file of a wing, and the tests of the published package", () => {
  const root = repository({
    "server/src/a.ts": 'import { limits } from "@assay/contract/platform/limits.ts";',
    "test/packages/a.test.ts": 'import { limits } from "@assay/contract";',
  });
  expect(barrelImports(root).ok).toBe(true);
});

test("fence reports @ts-rest outside the four files that use it", () => {
  const text = 'import { initContract } from "@ts-rest/core";\n';
  expect(fence(repository({ "contract/src/platform/c.ts": text }))).toEqual(passing);
  expect(fence(repository({ "sdk/src/client/client.ts": text })).output).toMatch(
    'sdk/src/client/client.ts:1: import of "@ts-rest/core"; accepted only in contract/src/platform/c.ts',
  );
});

const documented = (comment: string) =>
  repository({
    "sdk/src/a.ts": `/**\n * ${comment}\n */\nexport function f(id: string, { at }: Place) {}\n`,
  });

test.each([
  ["@param name the id.", "@param name names no parameter; accepted: id, at"],
  ["See {@link missing}.", "{@link missing} is not in scope"],
  ["@throws ApiError 404.", "@throws without a type in braces"],
  ["@throws when it fails.", "@throws without a type in braces"],
])("docs reports %s", (comment, problem) => {
  expect(docComments(documented(comment)).output).toMatch(`sdk/src/a.ts:2: ${problem}`);
});

test.each([
  "@param id of the agent.",
  "@param at place of the text.",
  "See {@link f}, {@link Place} and {@link AbortSignal}.",
  "@throws {ApiError} 404.",
  "@throws {TypeError | RangeError} for a bad id.",
])("docs accepts %s", (comment) => {
  expect(docComments(documented(comment))).toEqual(passing);
});
