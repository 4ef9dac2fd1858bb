// A page in a real browser: the SDK and the mock bundled from the packed packages, MSW's service worker in between.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildProcess, spawn } from "node:child_process";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Consumer, createConsumer } from "./consumer.ts";

const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);

const page = `
import { Assay } from "@assay/sdk";
import { createMockAssay } from "@assay/sdk/msw";
import { setupWorker } from "msw/browser";

async function run() {
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
  mock.fail("listProjects", { networkError: true });
  const broken = await assay.projects.list({}, { maxRetries: 0 }).catch((error) => error.name);
  return { refused, status: done.status, score: done.results.aggregate_score, results, broken,
    statuses: mock.calls.slice(0, 2).map(({ status }) => status) };
}

run().then((found) => ({ found }), (error) => ({ error: String(error.stack) }))
  .then((told) => fetch("/told", { method: "POST", body: JSON.stringify(told) }));
`;

describe.skipIf(!browser)("in a browser, where the machine has Chromium", () => {
  let consumer: Consumer;
  let server: Server;
  let chromium: ChildProcess | undefined;
  let told: Promise<string>;
  const profile = mkdtempSync(join(tmpdir(), "assay-browser-"));

  beforeAll(async () => {
    consumer = createConsumer();
    const entry = consumer.write("page.mjs", page);
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: "esm",
      platform: "browser",
      target: "es2022",
      // What reads and writes files is reached in Node.js alone.
      external: ["node:*"],
    });
    const worker = readFileSync(join(consumer.folder, "node_modules/msw/lib/mockServiceWorker.js"));
    const files: Record<string, [type: string, content: string | Uint8Array]> = {
      "/": ["text/html", '<!doctype html><script type="module" src="/page.js"></script>'],
      "/page.js": ["text/javascript", outputFiles[0]?.text ?? ""],
      "/mockServiceWorker.js": ["text/javascript", worker],
    };
    let tell: (text: string) => void;
    told = new Promise((resolve) => (tell = resolve));
    server = createServer((request, response) => {
      if (request.url === "/told") {
        const parts: Buffer[] = [];
        request.on("data", (part: Buffer) => parts.push(part));
        request.on("end", () => {
          response.end();
          tell(Buffer.concat(parts).toString());
        });
        return;
      }
      const [type, content] = files[request.url ?? ""] ?? [];
      response.writeHead(type ? 200 : 404, { "content-type": type ?? "text/plain" });
      response.end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterAll(async () => {
    if (chromium && chromium.exitCode === null) {
      const ended = new Promise((resolve) => chromium?.once("close", resolve));
      chromium.kill();
      await ended;
    }
    server.closeAllConnections();
    server.close();
    consumer.remove();
    rmSync(profile, { recursive: true, force: true });
  });

  test("the SDK runs against the mock, and refuses a key that visitors could read", async () => {
    // A server that listens on a TCP port has an address object.
    const { port } = server.address() as AddressInfo;
    const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      ...quiet,
    ];
    const address = `http://127.0.0.1:${port}/`;
    chromium = spawn(browser ?? "", [...flags, `--user-data-dir=${profile}`, address], { stdio: "ignore" });
    expect(JSON.parse(await told)).toEqual({
      found: {
        refused: "A web page shows its apiKey to anyone; dangerouslyAllowBrowser: true accepts that.",
        status: "completed",
        score: 100,
        results: ["a"],
        broken: "ConnectionError",
        statuses: [503, 201],
      },
    });
  });
});
