import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Consumer, createConsumer, installedAt } from "./harness/consumer.ts";
import { link, root } from "./harness/install-packages.ts";

let consumer: Consumer;
beforeAll(() => {
  consumer = createConsumer("esbuild");
});
afterAll(() => consumer.remove());

/** An integrator's test of a program against the mock, for a test runner with `test`, hooks and `expect`. */
const body = `
const mock = createMockAssay();
const server = setupServer(...mock.handlers);
before(() => server.listen(failOnUnhandled));
after(() => server.close());
const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });

test("a request to a failing server is retried", async () => {
  mock.fail("createProject", { status: 503, retryAfter: 0, times: 2 });
  const { id } = await assay.projects.create({ name: "Nurse line" });
  same((await assay.projects.get(id)).name, "Nurse line");
  same(mock.calls.map(({ status }) => status).join(), "503,503,201,200");
});

test("an evaluation progresses as time advances", async () => {
  const { id: project } = await assay.projects.create({ name: "Nurse line" });
  const { id: dataset } = await assay.datasets.create({ name: "Calls", project });
  await assay.samples.create(dataset, { samples: [{ input: "a", output: {}, expected: {} }] });
  mock.world.evaluations.hold();
  const evaluators = [{ type: "triage_accuracy" }];
  const { id } = await assay.evaluations.create({ name: "Nightly", project, dataset, evaluators });
  mock.advance(60000);
  same((await assay.evaluations.get(id)).status, "pending");
  mock.world.evaluations.complete(id, { aggregate_score: 71 });
  same((await assay.evaluations.wait(id)).results.aggregate_score, 71);
});

test("policies are evaluated", async () => {
  const { agents, policies, authorize } = assay.control;
  await agents.create({ id: "bot", tools: ["pay"] });
  await policies.create({ id: "cap", text: "forbid (principal, action, resource) when { context.args.amount > 100 };" });
  await agents.setPolicies("bot", { policyIds: ["cap"] });
  const outcomeOf = async (amount) => (await authorize({ agentId: "bot", tool: "pay", args: { amount } })).outcome;
  same([await outcomeOf(100), await outcomeOf(101)].join(), "allow,deny");
});
`;

const names = ["Assay", "createMockAssay, failOnUnhandled", "setupServer"];
const modules = ["@assay/sdk", "@assay/sdk/msw", "msw/node"];
const imports = names.map((name, index) => `import { ${name} } from "${modules[index] ?? ""}";`).join("\n");
const requires = names
  .map((name, index) => `const { ${name} } = require("${modules[index] ?? ""}");`)
  .join("\n");

test("the mock works in node:test", async () => {
  const file = consumer.write(
    "runner.test.mjs",
    `import assert from "node:assert/strict";
import { after, before, test } from "node:test";
${imports}
const same = assert.equal;
${body}`,
  );
  const { code, output } = await consumer.node("--test", "--test-reporter=tap", file);
  expect([code, output]).toEqual([0, expect.stringContaining("# pass 3")]);
});

const jest = join(root, "test/packages/node_modules/jest/bin/jest.js");
const inJest = `const [before, after] = [beforeAll, afterAll];
const same = (actual, wanted) => expect(actual).toBe(wanted);
${body}`;

test("the mock works in Jest with ES modules", async () => {
  consumer.write("jest/esm.test.mjs", `${imports}\n${inJest}`);
  const config = { rootDir: consumer.folder, testMatch: ["<rootDir>/jest/esm.test.mjs"], transform: {} };
  const args = ["--experimental-vm-modules", "--no-warnings", jest, "--config", JSON.stringify(config)];
  const { code, output } = await consumer.node(...args);
  expect([code, output]).toEqual([0, expect.stringContaining("3 passed, 3 total")]);
});

// MSW needs libraries that exist only as ES modules. From Node.js 24.9 on, Jest can load them into CommonJS
// modules. For earlier versions, they are transformed into CommonJS, as shown on the page about testing.
const page = readFileSync(join(root, "docs/how-to/test-with-the-mock.md"), "utf8");
const shown = (file: string): string =>
  new RegExp(`\`\`\`js\\n// ${file.replaceAll(".", "\\.")}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? "";

test("the mock works in Jest with CommonJS modules, with the configuration of the page about testing", async () => {
  consumer.write("jest-cjs/runner.test.cjs", `${requires}\n${inJest}`);
  consumer.write("jest-cjs/esm-to-cjs.cjs", shown("esm-to-cjs.cjs"));
  const config = consumer.write("jest-cjs/jest.config.cjs", shown("jest.config.cjs"));
  const { code, output } = await consumer.node(jest, "--config", config, "--testMatch", "**/*.test.cjs");
  expect([code, output]).toEqual([0, expect.stringContaining("3 passed, 3 total")]);
});

test("the mock works without the package of the engine, and names it if a policy requires it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-no-engine-"));
  try {
    cpSync(installedAt("@assay/sdk"), join(folder, "node_modules/@assay/sdk"), { recursive: true });
    link(folder, "msw", installedAt("msw"));
    const file = join(folder, "program.mjs");
    const program = `${imports}
const mistakes = [];
const mock = createMockAssay({ onMistake: (error) => mistakes.push(error.message) });
setupServer(...mock.handlers).listen(failOnUnhandled);
const { agents, policies, authorize } = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl }).control;
await agents.create({ id: "bot", tools: ["pay"] });
console.log((await authorize({ agentId: "bot", tool: "pay" })).outcome);
await policies.create({ id: "all", text: "forbid (principal, action, resource);" });
await agents.setPolicies("bot", { policyIds: ["all"] });
await authorize({ agentId: "bot", tool: "pay" }).catch(({ status }) => console.log(status, mistakes.join()));
mock.world.policies.decides("all", "ask");
console.log((await authorize({ agentId: "bot", tool: "pay" })).outcome);
process.exit();
`;
    writeFileSync(file, program);
    // A bundle for browsers does not require the policy engine's package either.
    const entry = join(folder, "page.mjs");
    writeFileSync(entry, 'export { createMockAssay } from "@assay/sdk/msw";');
    await build({ entryPoints: [entry], bundle: true, write: false, format: "esm", logLevel: "silent" });
    const { code, output } = await consumer.node("--no-warnings", file);
    const [first, mistake, last] = output.split("\n");
    expect([code, first, mistake, last]).toEqual([
      0,
      "allow",
      '421 Policy "all" is not evaluated: @cedar-policy/cedar-wasm cannot be loaded. Install it with npm install --save-dev @cedar-policy/cedar-wasm, or set the outcome with world.policies.decides("all", …).',
      "ask",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
