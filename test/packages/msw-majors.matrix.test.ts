// Runs the mock on each major version of MSW, with a version of Node.js that both support. They are installed from a
// registry, because MSW 3 does not support the oldest version of Node.js on which this repository is installed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Consumer, consumerIn, packed } from "./harness/consumer.ts";
import { root } from "./harness/install-packages.ts";
import { noRegistry, npmIn, quiet, runIn } from "./harness/npm.ts";
import { checkTypes } from "./harness/typed-consumer.ts";

const system = process.platform === "win32" ? "win" : process.platform;
const nodePackage = `node-${system}-${process.arch}`;
const versions = ["2.15.0", "3.0.5"] as const;

/** An installation of the SDK, one version of MSW, and Node.js. */
interface Installation {
  consumer: Consumer;
  node: string;
}

const installations = new Map<string, Installation>();
const folders: string[] = [];
let missing: string | undefined;

async function install(version: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "assay-msw-"));
  folders.push(folder);
  const consumer = consumerIn(folder);
  const packages = [`msw@${version}`, `${nodePackage}@24.9.0`, packed.tarballs.sdk];
  const { status, stderr } = await npmIn(folder, ["install", "--ignore-scripts", ...quiet, ...packages]);
  if (status !== 0 && noRegistry.test(stderr)) missing = "No registry is reachable: MSW 3 is not tested.";
  else expect(status, stderr).toBe(0);
  installations.set(version, { consumer, node: join(folder, "node_modules", nodePackage, "bin", "node") });
}

beforeAll(async () => {
  for (const version of versions) await install(version);
  if (missing !== undefined) process.stderr.write(`[msw] ${missing}\n`);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function installationOf(version: string, skip: (note: string) => void): Installation {
  if (missing !== undefined) skip(missing);
  const installation = installations.get(version);
  if (!installation) throw new Error(`MSW ${version} is not installed.`);
  return installation;
}

const program = `import { createMockAssay, failOnUnhandled } from "@assay/sdk/msw";
import { setupServer } from "msw/node";
const mock = createMockAssay();
const server = setupServer(...mock.handlers);
server.listen(failOnUnhandled);
`;

describe.each(versions)("with MSW %s", (version) => {
  test("a request that no handler answers fails the test", async ({ skip }) => {
    const { consumer, node } = installationOf(version, skip);
    const tests = `import { test } from "node:test";
test("a request to the mock", () => fetch(mock.baseUrl + "/v1/projects"));
test("a stray request", () => fetch("http://other.example/"));
`;
    const file = consumer.write("stray.test.mjs", `${program}${tests}`);
    const { code, output } = await consumer.run(node, "--test", "--test-reporter=tap", file);
    expect(output).toMatch(/^ok \d+ - a request to the mock$/m);
    expect(output).toMatch(/^not ok \d+ - a stray request$/m);
    expect(output).toContain("intercepted a request without a matching request handler");
    expect(code).toBe(1);
  });

  test("TypeScript accepts the mock's handlers and options", async ({ skip }) => {
    const { consumer } = installationOf(version, skip);
    consumer.write("program.mts", program);
    const options = { module: "nodenext", skipLibCheck: true };
    expect(await checkTypes(consumer, "typescript", { files: ["program.mts"], options })).toEqual({
      code: 0,
      output: "",
    });
  });
});

/** Resolves MSW to the version that is installed beside this module. */
const hook = `import { registerHooks } from "node:module";
const parentURL = import.meta.url;
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, /^msw(\\/|$)/.test(specifier) ? { ...context, parentURL } : context),
});
`;

/** The part of a report of Vitest that the tests read. */
interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs the scenarios on the mock. @returns each scenario's status. */
async function runScenarios({ consumer, node }: Installation): Promise<Map<string, string>> {
  const imported = pathToFileURL(consumer.write("hook.mjs", hook)).href;
  const report = join(consumer.folder, "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|ASSAY_TEST|NODE_ENV|TEST$)/.test(name),
  );
  const env = { ...Object.fromEntries(own), NODE_OPTIONS: `--import=${imported}` };
  const runner = [node, "--import", "tsx", "--conditions=source", vitest, "run", "--project", "conformance*"];
  await runIn(root, [...runner, "--reporter=json", `--outputFile.json=${report}`, "on-mock"], env);
  // Vitest writes this file, also if tests fail.
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return new Map(results.map(({ fullName, status }) => [fullName, status]));
}

test(
  "every scenario on the mock has the same result with both versions",
  { timeout: 3_600_000 },
  async ({ skip }) => {
    const [first, second] = versions.map((version) => installationOf(version, skip));
    if (!first || !second) throw new Error("Two versions are compared.");
    const onSecond = await runScenarios(second);
    expect([...onSecond].filter(([, status]) => status !== "passed")).toEqual([]);
    expect(onSecond.size).toBeGreaterThan(1000);
    expect(onSecond).toEqual(await runScenarios(first));
  },
);
