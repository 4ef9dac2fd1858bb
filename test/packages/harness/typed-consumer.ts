import { join } from "node:path";
import { expect } from "vitest";
import { type Consumer, createConsumer } from "./consumer.ts";
import { root } from "./install-packages.ts";

const compilerAt = (name: string): string =>
  join(root, name === "typescript" ? "" : "test/packages", "node_modules", name, "bin", "tsc");

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

/** Programs that use the packages' types. */
const programs: Readonly<Record<string, string>> = {
  "client.mts": `import { Assay, BadRequestError, type Evaluation, type Settings } from "@assay/sdk";
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
  // A response can be sent back as a request.
  const settings: Settings = await assay.control.settings.get();
  await assay.control.settings.put(settings);
  console.log(typeof verifyInclusion);
  // @ts-expect-error -- unknown risk
  await assay.control.settings.put({ toolRisk: { "chart.write": "hihg" } });
  // @ts-expect-error -- unknown member
  await assay.projects.create({ nmae: "typo" });
  // @ts-expect-error -- unknown evaluator
  await assay.evaluations.create({ name: "n", project: "p", dataset: "d", evaluators: [{ type: "vibes" }] });
}
export const isBad = (error: unknown): boolean => error instanceof BadRequestError && error.errors.length > 0;
`,
  "alone.mts": `import type { Evaluation } from "@assay/sdk";
import { createControl } from "@assay/sdk/control";
import { createControlAgents } from "@assay/sdk/control/agents";
import { NotFoundError } from "@assay/sdk/errors";
import { createEvaluations } from "@assay/sdk/evaluations";

const evaluations = createEvaluations({ apiKey: "k" });
export async function run(): Promise<Evaluation> {
  for await (const { score } of evaluations.results("eval_1", { flagged: true })) console.log(score?.toFixed(1));
  await createControlAgents().get("bot");
  await createControl().authorize({ agentId: "bot", tool: "chart.read", args: {} });
  // @ts-expect-error -- a resource inside another one has a separate module
  console.log(createControl().agents);
  // @ts-expect-error -- unknown evaluator
  await evaluations.create({ name: "n", project: "p", dataset: "d", evaluators: [{ type: "vibes" }] });
  return evaluations.wait("eval_1");
}
export const code = (error: unknown): unknown => (error instanceof NotFoundError ? error.code : undefined);
`,
  "alone.cts": `import evaluations = require("@assay/sdk/evaluations");
export const { wait } = evaluations.createEvaluations({ apiKey: "k" });
`,
  "client.cts": `import sdk = require("@assay/sdk");
export const assay: sdk.Assay = new sdk.Assay({ apiKey: "k" });
`,
  "mock.mts": `import { createMockAssay, createMocks, failOnUnhandled } from "@assay/sdk/msw";
const mock = createMockAssay({ evaluationMs: 0 });
mock.fail("createEvaluation", { status: 503, times: 2 });
mock.world.evaluations.complete("eval_1", { aggregate_score: 71 });
// @ts-expect-error -- unknown operation
mock.fail("createEvaluatoin", { status: 503 });
export const handlers = [...mock.handlers, createMocks().getHealth({ status: 200, body: { status: "ok" } })];
export const unhandled: "error" = failOnUnhandled.onUnhandledRequest;
`,
  "others.mts": `import { contract, type ContractRoute, limits, routesOf, type Scope } from "@assay/contract";
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
  "import-alone.mts": `import { createEvaluations } from "@assay/sdk/evaluations";\nexport const evaluations = createEvaluations();\n`,
  "nothing.mts": "export const nothing = 0;\n",
  "import-only.mts": `import { Assay } from "@assay/sdk";\nexport const assay = new Assay();\n`,
};

/** Creates an installation of the packages that contains these programs. */
export function createTypedConsumer(): Consumer {
  const consumer = createConsumer();
  for (const [name, text] of Object.entries(programs)) consumer.write(name, text);
  return consumer;
}

/** Compiles a consumer's files with the workspace's `typescript` or another compiler in `test/packages`. */
export async function checkTypes(
  consumer: Consumer,
  compiler: string,
  { files, options, args = [] }: { files: string[]; options: object; args?: string[] },
) {
  const project = consumer.write(
    `tsconfig-${compiler}-${files.join("-")}.json`,
    JSON.stringify({ compilerOptions: { ...strict, ...options }, files }),
  );
  return consumer.node(compilerAt(compiler), "-p", project, ...args);
}

/** Returns the number of types that a compiler instantiates for a file. */
export async function countInstantiations(
  consumer: Consumer,
  compiler: string,
  file: string,
): Promise<number> {
  const options = { module: "nodenext" };
  const args = ["--extendedDiagnostics"];
  const { code, output } = await checkTypes(consumer, compiler, { files: [file], options, args });
  expect(code, output).toBe(0);
  return Number(/Instantiations:\s+(\d+)/.exec(output)?.[1]);
}
