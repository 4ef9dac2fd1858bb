import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type AssayProcess, runAssay, startExample } from "../support/assay-process.ts";
import { freePort } from "../support/free-port.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { sendForgedMessage } from "./harness/send-forged-message.ts";

let server: TestServer;
let assay: Assay;
let example: AssayProcess;
let webhookUrl = "";

beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_OUTBOUND_ALLOW: "127.0.0.1" });
  assay = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
  const { secret } = await assay.customEvaluatorSecret.rotate();
  example = startExample("custom-evaluator", { ASSAY_WEBHOOK_SECRET: secret, PORT: "0" });
  [, webhookUrl = ""] = await example.writes(/listens on (http:\S+)/);
});
afterAll(async () => {
  example.kill("SIGTERM");
  await server.close();
});

/** Responses to callers, with complete, vague or no advice on what to do if symptoms get worse. */
const answers = {
  complete: { text: "Rest and drink. If it gets worse, call 911." },
  vague: { text: "Rest. If symptoms return it will be something else." },
  missing: { text: "Rest and drink." },
  silent: { note: "hung up" },
};

test("the example of a custom evaluator scores the samples that the server sends", async () => {
  const project = await assay.projects.create({ name: "Nurse line" });
  const dataset = await assay.datasets.create({ name: "Calls", project: project.id });
  await assay.samples.create(dataset.id, {
    samples: Object.entries(answers).map(([id, output]) => ({ external_id: id, input: id, output })),
  });
  const { id } = await assay.evaluations.create({
    name: "Safety net",
    project: project.id,
    dataset: dataset.id,
    evaluators: [{ type: "custom", name: "safety_net", config: { webhook_url: webhookUrl } }],
  });
  const { results } = await assay.evaluations.wait(id);
  // The mean is (100 + 50 + 0) / 3, and only the sample that scores 100 passes.
  expect(results).toMatchObject({
    aggregate_score: 50,
    distributions: { safety_net: { complete: 1, vague: 1, missing: 1 } },
    coverage: { scored: 3, errored: 0, skipped: 1, total: 4 },
    flagged_samples: 1,
  });
});

test("a run states that the endpoint refused connections, with the number of samples and one of them", async () => {
  const config = { webhook_url: `http://127.0.0.1:${await freePort()}/`, retry_count: 0 };
  const data = fileURLToPath(new URL("../../examples/data/triage/nightingale-1.0.jsonl", import.meta.url));
  // After five refused calls, the evaluation would wait for the endpoint.
  const rows = readFileSync(data, "utf8").split("\n").slice(0, 4);
  const folder = mkdtempSync(join(tmpdir(), "assay-refused-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "nightingale-1.0.jsonl");
  writeFileSync(file, rows.join("\n"));
  const args = ["run", file, "--evaluator", `custom:${JSON.stringify(config)}`];
  const environment = { ASSAY_BASE_URL: server.url, ASSAY_API_KEY: await server.newWorkspace() };
  const { code, stdout, stderr } = await runAssay(args, environment);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /4 of 4 samples errored .*the connection was refused \(4 results, for example [\w-]+\)\./,
  );
  expect(stdout).toMatch(/4 errored results of custom: .*the connection was refused \(for example [\w-]+\)/);
});

test("the example refuses a caller without the secret", async () => {
  const forged = await sendForgedMessage(webhookUrl);
  expect(forged.status).toBe(401);
  expect(await forged.text()).toContain("The signature is invalid.");
});
