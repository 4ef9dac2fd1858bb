// Tests that a forbidden URL is refused immediately at every endpoint that takes a URL, in every notation.
import { afterAll, beforeAll, expect, test } from "vitest";
import { filledDataset, nightly } from "../conformance/harness/arrange.ts";
import { type Context, createContext } from "../conformance/harness/context.ts";
import { targetOf } from "../conformance/harness/server-target.ts";
import { disguisedHosts, localNames, privateHosts } from "../support/private-hosts.ts";
import { testTier } from "../support/test-tier.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const hosts = [...privateHosts, ...disguisedHosts, ...localNames];
/** `npm run test:full` also sends each host with http and without a port. */
const urls = hosts.flatMap((host) => [
  `https://${host}:8443/score`,
  ...(testTier === "full" ? [`http://${host}/score`] : []),
]);

let server: TestServer;
let context: Context;
beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_RATE_LIMIT: "100000000" });
  context = await createContext(targetOf(server, "embedded"));
});
afterAll(() => server?.close());

/** Returns the URLs that the endpoint accepted, or refused for a reason other than the URL at `at`. */
async function taken(at: string, send: (url: string) => ReturnType<Context["request"]>): Promise<string[]> {
  const others: string[] = [];
  for (const url of urls) {
    const { status, body } = await send(url);
    const named = JSON.stringify(Object(body).errors ?? "").includes(`"path":"${at}"`);
    if (status !== 400 || !named) others.push(`${url}: ${status} ${JSON.stringify(body)}`);
  }
  return others;
}

test("the tests try at least sixty forms of forbidden URLs", () =>
  expect(new Set(hosts).size).toBeGreaterThanOrEqual(60));

test("a webhook cannot be created with or changed to any of them", async () => {
  const { request, assay } = context;
  const event_types = ["evaluation.failed"] as const;
  const make = (url: string) => request("POST", "/v1/webhooks", { body: { event_types, url } });
  expect(await taken("/url", make)).toEqual([]);
  const url = "https://example.org/hook";
  const { id } = await assay.webhooks.create({ event_types: [...event_types], url });
  const move = (to: string) => request("PATCH", `/v1/webhooks/${id}`, { body: { url: to } });
  expect(await taken("/url", move)).toEqual([]);
  expect((await assay.webhooks.list()).data.map((one) => one.url)).toEqual([url]);
}, 900_000);

test("an evaluation with a custom evaluator at any of them is refused", async () => {
  const { dataset } = await filledDataset(context);
  const evaluate = (webhook_url: string) => {
    const evaluators = [{ type: "custom", config: { webhook_url } }];
    return context.request("POST", "/v1/evaluations", { body: { ...nightly(dataset), evaluators } });
  };
  expect(await taken("/evaluators/0/config/webhook_url", evaluate)).toEqual([]);
  expect((await context.assay.evaluations.list()).data).toEqual([]);
}, 900_000);
