// Tests the API reference at /docs in a real browser: it is displayed, sends requests only to this server,
// and "try it" works.
import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Assay } from "@assay/sdk";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../support/open-browser.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

/** The page's security headers, in addition to those that every response has. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none';script-src 'self';style-src 'unsafe-inline';img-src data:;connect-src 'self';base-uri 'none';frame-ancestors 'none';form-action 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
};
const screenshots = fileURLToPath(new URL("../../node_modules/.cache/screenshots", import.meta.url));

const opened = await openBrowser();
let server: TestServer;
let secret = "";

beforeAll(async () => {
  server = await startTestServer("embedded");
  secret = await server.newWorkspace();
  await new Assay({ apiKey: secret, baseUrl: server.url }).projects.create({ name: "Seen in the browser" });
});
afterAll(async () => {
  await opened?.close();
  await server?.close();
});

test("the page's security policy allows requests to this server only, and the server serves every part of the page", async () => {
  const response = await fetch(`${server.url}/docs`);
  expect(Object.fromEntries(response.headers)).toMatchObject(pageHeaders);
  const html = await response.text();
  const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
  expect(sources.filter((url) => !/^(\/docs\/|data:,$)/.test(url))).toEqual([]);
  for (const url of sources.filter((one) => one.startsWith("/"))) {
    const part = await fetch(`${server.url}${url}`);
    expect(part.headers.get("content-type")).toMatch(/^text\/javascript/);
    expect(part.status).toBe(200);
  }
  expect((await fetch(`${server.url}/docs`, { method: "POST" })).status).toBe(405);
});

test("only the page, not its parts or the API, has the page's security headers", async () => {
  for (const path of ["/v1/projects", "/openapi/evaluation.json", "/docs/start.js"]) {
    const { headers } = await fetch(`${server.url}${path}`);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.has("cross-origin-opener-policy")).toBe(false);
  }
});

/** A page, the URLs that it requested, and the requests that its content security policy blocked. */
interface Watched {
  page: Page;
  requestedUrls: string[];
  blocked: () => Promise<string[]>;
}

async function openReference(): Promise<Watched> {
  if (!opened) throw new Error("No browser is available.");
  const page = await opened.browser.newPage();
  await page.setViewport({ width: 1400, height: 900 });
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  await page.evaluateOnNewDocument(`
    window.blocked = [];
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      window.blocked.push(violatedDirective + " " + blockedURI));
  `);
  await page.goto(`${server.url}/docs`, { waitUntil: "networkidle0", timeout: 0 });
  const blocked = async () => (await page.evaluate("window.blocked")) as string[];
  return { page, requestedUrls, blocked };
}

const patience = { timeout: 180_000 };

/** Clicks the first element of a kind with this text as soon as the element exists. */
async function click(page: Page, selector: string, text: RegExp): Promise<void> {
  const find = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) =>
    ${String(text)}.test(one.innerText.replace(/\\s+/g, " ").trim()))`;
  // Find and click the element in one step, because the page may render it again in between.
  await page.waitForFunction(
    `(() => { const found = ${find}; found?.scrollIntoView({ block: "center" }); found?.click(); return Boolean(found); })()`,
    patience,
  );
}

const shows = (page: Page, text: string) =>
  page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, patience);

describe.skipIf(!opened)("in a browser", () => {
  test("both documents are displayed, without requests to other servers", async () => {
    const { page, requestedUrls, blocked } = await openReference();
    await shows(page, "Assay evaluation API");
    await shows(page, "Create an API key");
    mkdirSync(screenshots, { recursive: true });
    const file = `${screenshots}/api-reference.png` as const;
    await page.screenshot({ path: file });
    expect(statSync(file).size).toBeGreaterThan(20_000);
    await click(page, "button", /^Evaluation$/);
    await click(page, "[role=option], [role=menuitem], li, a", /^Control plane$/);
    await shows(page, "Assay control plane API");
    const elsewhere = requestedUrls.filter(
      (url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url),
    );
    expect(elsewhere).toEqual([]);
    expect(requestedUrls).toContain(`${server.url}/openapi/control-plane.json`);
    // The bundle checks once whether it may compile code from a string. The page's policy forbids this, and
    // the bundle then works without compiled code.
    expect((await blocked()).filter((one) => one !== "script-src eval")).toEqual([]);
    expect((await blocked()).length).toBeLessThanOrEqual(1);
    await page.close();
  });

  test("a request is sent to this server, and its response is displayed", async () => {
    const { page, blocked } = await openReference();
    await page.waitForSelector('input[placeholder="Token"]', patience);
    await page.type('input[placeholder="Token"]', secret);
    await click(page, "a", /^GET \/v1\/projects$/);
    await click(page, "button", /^Test Request ?\(get \/v1\/projects\)$/i);
    await click(page, "button", /^Send/);
    await shows(page, "200 OK");
    await shows(page, "Seen in the browser");
    await page.screenshot({ path: `${screenshots}/api-reference-try-it.png` });
    expect((await blocked()).filter((one) => one !== "script-src eval")).toEqual([]);
    await page.close();
  });
});
