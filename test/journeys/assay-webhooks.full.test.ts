// Tests `assay webhooks` on the command line.
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAssay } from "../support/assay-process.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let strict: TestServer;
let forwarded: Receiver;
beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8" });
  strict = await startTestServer("embedded");
  forwarded = await startReceiver(() => ({}));
});
afterAll(async () => {
  await forwarded.close();
  await Promise.all([server.close(), strict.close()]);
});

async function workspace(on: TestServer) {
  const apiKey = await on.newWorkspace();
  const assay = new Assay({ baseUrl: on.url, apiKey });
  return { assay, environment: { ASSAY_BASE_URL: on.url, ASSAY_API_KEY: apiKey } };
}

test("listen prints and forwards events, and removes its endpoint", async () => {
  const { assay, environment } = await workspace(server);
  const before = forwarded.calls.length;
  const args = ["webhooks", "listen", "--threshold", "triage_accuracy=80", "--forward", forwarded.url];
  const listening = startAssay(args, environment);
  await listening.writes(/Listening on http:\S+ as whk_\w+/);
  const project = await assay.projects.create({ name: "Nurse line" });
  const dataset = await assay.datasets.create({ name: "Calls", project: project.id });
  const expected = { triage_level: "urgent" };
  await assay.samples.create(dataset.id, {
    samples: [{ input: 1, expected, output: { triage_level: "routine" } }],
  });
  const body = { name: "Nightly", project: project.id, dataset: dataset.id };
  const { id } = await assay.evaluations.create({ ...body, evaluators: [{ type: "triage_accuracy" }] });
  await listening.writes(new RegExp(`evaluation\\.completed dlv_\\w+ .*${id}`));
  await listening.writes(/score\.threshold_crossed dlv_\w+ .*"direction":"below"/);
  const list = startAssay(["webhooks", "list"], environment);
  await list.ended;
  expect(list.stdout()).toMatch(/whk_\w+\s+enabled\s+http:\/\/127\.0\.0\.1:\d+\//);
  const { data: endpoints } = await assay.webhooks.list();
  await expect
    .poll(async () => {
      const { data } = await assay.webhooks.deliveries(endpoints[0]?.id ?? "");
      return data.map(({ event, status }) => [event, status]);
    })
    .toEqual([
      ["score.threshold_crossed", "delivered"],
      ["evaluation.completed", "delivered"],
      ["webhook.test", "delivered"],
    ]);
  expect(forwarded.calls).toHaveLength(before + 3);
  listening.kill("SIGINT");
  expect(await listening.ended).toBe(0);
  expect(listening.stderr()).toMatch(/Removed whk_\w+\./);
  expect((await assay.webhooks.list()).data).toEqual([]);
});

test("if the server cannot reach it, listen states the fix and removes its endpoint", async () => {
  const { assay, environment } = await workspace(strict);
  const listening = startAssay(["webhooks", "listen"], environment);
  expect(await listening.ended).toBe(2);
  expect(listening.stderr()).toContain("ASSAY_OUTBOUND_ALLOW");
  expect(listening.stderr()).toContain("--url");
  expect((await assay.webhooks.list()).data).toEqual([]);
});

test("an address that can never be called is refused at registration or change, not at each delivery", async () => {
  const { assay } = await workspace(strict);
  const accepted =
    "it must be an https URL with a public address, or a URL with an address that the server's ASSAY_OUTBOUND_ALLOW lists.";
  const body = { event_types: ["evaluation.completed" as const] };
  const { id, url: before } = await assay.webhooks.create({ ...body, url: "https://hooks.example.org" });
  for (const url of [
    "http://169.254.169.254/x",
    "https://10.0.0.1/",
    "http://localhost",
    "https://[::1]/",
    "http://8.8.8.8/",
  ]) {
    const errors = [{ path: "/url", code: "invalid_value", message: `url is "${url}"; ${accepted}` }];
    await expect(assay.webhooks.create({ ...body, url })).rejects.toMatchObject({ status: 400, errors });
    await expect(assay.webhooks.update(id, { url })).rejects.toMatchObject({ status: 400, errors });
  }
  expect(await assay.webhooks.get(id)).toMatchObject({ url: before });
  // A host name is only resolved when the endpoint is called, so the update succeeds.
  for (const url of ["https://8.8.8.8/", "http://hooks.internal/"])
    expect(await assay.webhooks.update(id, { url })).toMatchObject({ url });
});

test("listen with a secret shows the deliveries of an existing endpoint, and refuses forgeries", async () => {
  const { assay, environment } = await workspace(server);
  const first = await assay.webhooks.create({ event_types: ["evaluation.completed"], url: "https://a.test" });
  const listening = startAssay(["webhooks", "listen", "--json", "--secret", first.secret], environment);
  const [, url = ""] = await listening.writes(/Listening on (http:\S+);/);
  await assay.webhooks.update(first.id, { url });
  await assay.webhooks.test(first.id);
  await listening.writes(/"event": "webhook.test"/);
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
  await listening.writes(/Rejected \(401\): The header webhook-id is required./);
  listening.kill("SIGINT");
  expect(await listening.ended).toBe(0);
  expect((await assay.webhooks.list()).data).toHaveLength(1);
});
