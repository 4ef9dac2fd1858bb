import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Consumer, createConsumer, root } from "./harness/consumer.ts";

// Each is a development dependency under another name, so that no test asks a registry: 80 MB on the disk, and the types
// are checked by the oldest compiler that they are made for, the last of each line since, and the one used here.
const compilers = ["typescript-5.4", "typescript-5.9", "typescript-6.0", "typescript"] as const;
const compilerAt = (name: string): string =>
  join(root, name === "typescript" ? "" : "test/packages", "node_modules", name, "bin", "tsc");

/** The most type instantiations that importing the client may cost. */
const instantiationBudget = 1000;

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
  noEmit: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
};

const generated = readFileSync(join(root, "sdk/src/generated/resources.ts"), "utf8");

let consumer: Consumer;
beforeAll(() => {
  consumer = createConsumer();
  consumer.write(
    "client.mts",
    `import { Assay, BadRequestError, type Evaluation, type Settings } from "@assay/sdk";
import { verifyInclusion } from "@assay/sdk/verify";

const assay = new Assay({ apiKey: "k" });
export async function run(): Promise<void> {
  const made: Evaluation = await assay.evaluations.create({
    name: "n", project: "p", dataset: "d", evaluators: [{ type: "triage_accuracy" }],
  });
  for await (const result of assay.evaluations.results(made.id, { flagged: true })) {
    const score: number | null = result.score;
    console.log(score);
  }
  // What is answered may be sent back.
  const settings: Settings = await assay.control.settings.get();
  await assay.control.settings.put(settings);
  console.log(typeof verifyInclusion);
  // @ts-expect-error -- no such risk
  await assay.control.settings.put({ toolRisk: { "chart.write": "hihg" } });
  // @ts-expect-error -- no such member
  await assay.projects.create({ nmae: "typo" });
  // @ts-expect-error -- no such evaluator
  await assay.evaluations.create({ name: "n", project: "p", dataset: "d", evaluators: [{ type: "vibes" }] });
}
export const isBad = (error: unknown): boolean => error instanceof BadRequestError && error.errors.length > 0;
`,
  );
  consumer.write(
    "alone.mts",
    `import type { Evaluation } from "@assay/sdk";
import { createControl } from "@assay/sdk/control";
import { createControlAgents } from "@assay/sdk/control/agents";
import { NotFoundError } from "@assay/sdk/errors";
import { createEvaluations } from "@assay/sdk/evaluations";

const evaluations = createEvaluations({ apiKey: "k" });
export async function run(): Promise<Evaluation> {
  for await (const { score } of evaluations.results("eval_1", { flagged: true })) console.log(score?.toFixed(1));
  await createControlAgents().get("bot");
  await createControl().authorize({ agentId: "bot", tool: "chart.read", args: {} });
  // @ts-expect-error -- a resource inside another has a module of its own
  console.log(createControl().agents);
  // @ts-expect-error -- no such evaluator
  await evaluations.create({ name: "n", project: "p", dataset: "d", evaluators: [{ type: "vibes" }] });
  return evaluations.wait("eval_1");
}
export const code = (error: unknown): unknown => (error instanceof NotFoundError ? error.code : undefined);
`,
  );
  consumer.write(
    "alone.cts",
    `import evaluations = require("@assay/sdk/evaluations");
export const { wait } = evaluations.createEvaluations({ apiKey: "k" });
`,
  );
  consumer.write(
    "client.cts",
    `import sdk = require("@assay/sdk");
export const assay: sdk.Assay = new sdk.Assay({ apiKey: "k" });
`,
  );
  consumer.write(
    "mock.mts",
    `import { createMockAssay, createMocks } from "@assay/sdk/msw";
const mock = createMockAssay({ evaluationMs: 0 });
mock.fail("createEvaluation", { status: 503, times: 2 });
mock.world.evaluations.complete("eval_1", { aggregate_score: 71 });
// @ts-expect-error -- no such operation
mock.fail("createEvaluatoin", { status: 503 });
export const handlers = [...mock.handlers, createMocks().getHealth({ status: 200, body: { status: "ok" } })];
`,
  );
  consumer.write(
    "others.mts",
    `import { contract, type ContractRoute, limits, routesOf, type Scope } from "@assay/contract";
import { wilsonInterval } from "@assay/contract/domain";
import { openApiDocuments } from "@assay/contract/openapi";
import { canonicalize } from "@assay/contract/wire";
import { type AssayServer, readConfig, startServer } from "@assay/server";
export const routes: ContractRoute[] = routesOf(contract);
export const scope: Scope = "projects:read";
export const interval: [number, number] | null = wilsonInterval(9, 20);
export const server: Promise<AssayServer> = startServer(readConfig({}));
console.log(limits.jsonDepth, openApiDocuments().evaluation.info.title, canonicalize({}));
`,
  );
  const examples = [...generated.matchAll(/\* @example\n((?: +\* .*\n)+?) +\*\//g)].map(([, text = ""]) =>
    text.replaceAll(/^ +\* /gm, "  "),
  );
  consumer.write(
    "examples.mts",
    `import type { Assay } from "@assay/sdk";
declare const assay: Assay;
export async function run(): Promise<void> {
${examples.map((text) => `{\n${text}}`).join("\n")}
}
`,
  );
  consumer.write(
    "import-alone.mts",
    `import { createEvaluations } from "@assay/sdk/evaluations";\nexport const evaluations = createEvaluations();\n`,
  );
  consumer.write("nothing.mts", "export const nothing = 0;\n");
  consumer.write(
    "import-only.mts",
    `import { Assay } from "@assay/sdk";\nexport const assay = new Assay();\n`,
  );
});
afterAll(() => consumer.remove());

async function check(compiler: string, files: string[], options: object, ...args: string[]) {
  const project = consumer.write(
    `tsconfig-${compiler}-${files.join("-")}.json`,
    JSON.stringify({ compilerOptions: { ...strict, ...options }, files }),
  );
  return consumer.node(compilerAt(compiler), "-p", project, ...args);
}

async function instantiations(compiler: string, file: string): Promise<number> {
  const { code, output } = await check(compiler, [file], { module: "nodenext" }, "--extendedDiagnostics");
  expect(code, output).toBe(0);
  return Number(/Instantiations:\s+(\d+)/.exec(output)?.[1]);
}

describe.each(compilers)("a strict program under %s, which checks libraries too", (compiler) => {
  test("takes the types of all packages", async () => {
    // In one run: the compiler's own libraries, which are checked too, cost more than all of these.
    const files = ["client.mts", "client.cts", "alone.mts", "alone.cts", "mock.mts", "others.mts"];
    expect(await check(compiler, files, { module: "nodenext" })).toEqual({ code: 0, output: "" });
  });

  test("takes the client's alone, as a bundler resolves them", async () => {
    const bundler = { module: "esnext", moduleResolution: "bundler" };
    expect(await check(compiler, ["client.mts", "alone.mts"], bundler)).toEqual({ code: 0, output: "" });
  });

  test(`imports the client for at most ${instantiationBudget} instantiations`, async () => {
    // The compiler's own libraries are checked too, and cost tens of thousands.
    const none = await instantiations(compiler, "nothing.mts");
    for (const file of ["import-only.mts", "import-alone.mts"]) {
      const added = (await instantiations(compiler, file)) - none;
      expect(added, file).toBeGreaterThan(0);
      expect(added, file).toBeLessThanOrEqual(instantiationBudget);
    }
  });
});

test("the example of every operation is one that compiles", async () => {
  const examples = generated.match(/\* @example\n/g) ?? [];
  expect(examples.length).toBeGreaterThan(50);
  expect(await check("typescript", ["examples.mts"], { module: "nodenext" })).toEqual({
    code: 0,
    output: "",
  });
});
