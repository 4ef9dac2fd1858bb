import { Assay } from "@assay/sdk";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AssayProcess, startExample } from "../support/assay-process.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { sendForgedMessage } from "./harness/send-forged-message.ts";

let server: TestServer;
let assay: Assay;
beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_OUTBOUND_ALLOW: "127.0.0.1" });
  assay = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
});
afterAll(() => server.close());

let example: AssayProcess | undefined;
afterAll(() => example?.kill("SIGTERM"));

/**
 * Registers an endpoint, starts the example with the endpoint's secret, and then changes the endpoint's URL
 * to the example's.
 */
async function started(project: string): Promise<string> {
  const { id, secret } = await assay.webhooks.create({
    event_types: ["score.threshold_crossed", "evaluation.completed", "evaluation.failed"],
    url: "https://later.example.org",
    config: { project, thresholds: { triage_accuracy: { below: 80 } } },
  });
  example?.kill("SIGTERM");
  example = startExample("webhook-receiver", { ASSAY_WEBHOOK_SECRET: secret, PORT: "0" });
  const [, url = ""] = await example.writes(/listens on (http:\S+)/);
  await assay.webhooks.update(id, { url });
  return id;
}

const urgent = { triage_level: "urgent" };

async function evaluate(project: string, answered: readonly string[]) {
  const dataset = await assay.datasets.create({ name: "Calls", project });
  const samples = answered.map((level) => ({
    input: level,
    expected: urgent,
    output: { triage_level: level },
  }));
  await assay.samples.create(dataset.id, { samples });
  const evaluators = [{ type: "triage_accuracy" as const }];
  const { id } = await assay.evaluations.create({
    name: "Nightly",
    project,
    dataset: dataset.id,
    evaluators,
  });
  return assay.evaluations.wait(id);
}

test("the example of a receiver processes each message once", async () => {
  const { id: project } = await assay.projects.create({ name: "Nurse line" });
  const webhook = await started(project);
  await evaluate(project, ["urgent", "routine"]);
  await example?.writes(/Nightly completed with \d+\.\d\./);
  await example?.writes(/triage_accuracy is below 80: \d+\.\d \(its first score\)\./);
  await evaluate(project, ["urgent"]);
  await example?.writes(/triage_accuracy is above 80: 100\.0 \(it was \d+\.\d\)\./);
  // Each event was delivered and printed as a line below the example's URL.
  await expect
    .poll(async () => (await assay.webhooks.deliveries(webhook, { status: "delivered" })).data)
    .toHaveLength(4);
  await expect.poll(() => example?.stdout().trimEnd().split("\n")).toHaveLength(5);
  const { data } = await assay.webhooks.deliveries(webhook);
  const before = example?.stdout();
  const { id } = await assay.webhooks.redeliver(webhook, data[0]?.id ?? "");
  await expect
    .poll(async () => (await assay.webhooks.deliveries(webhook)).data.find((one) => one.id === id))
    .toMatchObject({ status: "delivered", attempts: 2, response_status: 204 });
  expect(example?.stdout()).toBe(before);
});

test("the example refuses a caller without the secret", async () => {
  const [, url = ""] = (await example?.writes(/listens on (http:\S+)/)) ?? [];
  const forged = await sendForgedMessage(url);
  expect(forged.status).toBe(401);
});

test("a receiver without Assay code verifies messages with the library of Standard Webhooks", async () => {
  const receiver = await startReceiver(() => ({}));
  const { id, secret } = await assay.webhooks.create({
    event_types: ["evaluation.completed"],
    url: receiver.url,
  });
  const rotated = await assay.webhooks.rotateSecret(id);
  await assay.webhooks.test(id);
  await expect.poll(() => receiver.calls).toHaveLength(1);
  await receiver.close();
  const [call] = receiver.calls;
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const headers = Object.fromEntries(names.map((name) => [name, String(call?.headers[name])]));
  const body = call?.raw.toString("utf8") ?? "";
  for (const key of [secret, rotated.secret])
    expect(new Webhook(key).verify(body, headers)).toMatchObject({ event: "webhook.test" });
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature");
});
