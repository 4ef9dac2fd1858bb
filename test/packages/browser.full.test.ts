// Tests a page in a real browser. The SDK and the mock are bundled from the packed packages, and MSW's
// service worker connects them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { openBrowser } from "../support/open-browser.ts";
import { runPage } from "../support/run-page.ts";
import { createConsumer, installedAt } from "./harness/consumer.ts";

const opened = await openBrowser();
const consumer = createConsumer();
afterAll(async () => {
  await opened?.close();
  consumer.remove();
});

const page = `
import { Assay } from "@assay/sdk";
import { createMockAssay } from "@assay/sdk/msw";
import { setupWorker } from "msw/browser";

export async function run() {
  const mock = createMockAssay({ baseUrl: location.origin + "/assay" });
  await setupWorker(...mock.handlers).start({ onUnhandledRequest: "bypass", quiet: true });
  const options = { apiKey: mock.apiKey, baseUrl: mock.baseUrl };
  let refused = "";
  try { new Assay(options); } catch (error) { refused = error.message; }
  const assay = new Assay({ ...options, dangerouslyAllowBrowser: true });
  mock.fail("createProject", { status: 503, retryAfter: 0 });
  const { id: project } = await assay.projects.create({ name: "Nurse line" });
  const { id: dataset } = await assay.datasets.create({ name: "Calls", project });
  await assay.datasets.importFile(dataset, new Blob(['{"id":"a","input":1,"output":{"triage_level":"urgent"},"expected":{"triage_level":"urgent"}}\\n']));
  const evaluators = [{ type: "triage_accuracy" }];
  const made = await assay.evaluations.create({ name: "Nightly", project, dataset, evaluators });
  mock.advance(1000);
  const done = await assay.evaluations.wait(made.id);
  const results = [];
  for await (const result of assay.evaluations.results(made.id)) results.push(result.external_id);
  const { agents, policies, authorize } = assay.control;
  await agents.create({ id: "bot", tools: ["pay"] });
  await policies.create({ id: "cap", text: "forbid (principal, action, resource) when { context.args.amount > 100 };" });
  await agents.setPolicies("bot", { policyIds: ["cap"] });
  const outcomes = [];
  for (const amount of [100, 101]) outcomes.push((await authorize({ agentId: "bot", tool: "pay", args: { amount } })).outcome);
  mock.fail("listProjects", { networkError: true });
  const broken = await assay.projects.list({}, { maxRetries: 0 }).catch((error) => error.name);
  return { refused, status: done.status, score: done.results.aggregate_score, results, outcomes, broken,
    statuses: mock.calls.slice(0, 2).map(({ status }) => status) };
}
`;

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [consumer.write("page.mjs", page)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // The code that reads and writes files runs only in Node.js.
    external: ["node:*"],
  });
  return outputFiles[0]?.text ?? "";
}

describe.skipIf(!opened)("in a browser", () => {
  test("the SDK runs against the mock and refuses a key that visitors could read", async () => {
    if (!opened) throw new Error("No browser is available.");
    const worker = readFileSync(join(installedAt("msw"), "lib/mockServiceWorker.js"));
    // esbuild does not copy this file; bundlers that know the pattern `new URL(…, import.meta.url)` do.
    const engine = readFileSync(join(installedAt("@cedar-policy/cedar-wasm"), "web/cedar_wasm_bg.wasm"));
    const result = await runPage(opened.browser, {
      "/page.mjs": { type: "text/javascript", body: await bundled() },
      "/cedar_wasm_bg.wasm": { type: "application/wasm", body: engine },
      "/mockServiceWorker.js": { type: "text/javascript", body: worker },
    });
    expect(result).toEqual({
      refused: "A web page exposes apiKey; dangerouslyAllowBrowser: true allows that.",
      status: "completed",
      score: 100,
      results: ["a"],
      outcomes: ["allow", "deny"],
      broken: "ConnectionError",
      statuses: [503, 201],
    });
  });
});
