import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

// Nothing that would go beyond this machine; root has no sandbox to give.
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-sync",
  "--disable-component-update",
  "--disable-background-networking",
  "--no-first-run",
];

/** The browser that tests run in: `ASSAY_TEST_BROWSER`, else a Chromium or Chrome on the path; undefined: none. */
export function findBrowser(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  return process.env["ASSAY_TEST_BROWSER"] ?? found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A page: its files by path, each with its media type; `/` is an empty page that runs `/page.mjs`. */
export type PageFiles = Record<string, { type: string; body: string }>;

/**
 * Runs a page in the browser until it has told a result: whatever it posts to `/result`, as JSON.
 *
 * @throws Error with what the browser wrote when it ends before that.
 */
export async function runPage(browser: string, files: PageFiles): Promise<unknown> {
  const profile = mkdtempSync(join(tmpdir(), "assay-browser-"));
  const server = createServer();
  const result = new Promise<string>((resolve) => {
    server.on(
      "request",
      answers(files, (request) => void text(request).then(resolve)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const child = spawn(browser, [...flags, `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const gone = text(child.stderr).then((said) =>
    Promise.reject(new Error(`The browser ended too early:\n${said}`)),
  );
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve()).once("error", () => resolve());
  });
  try {
    return JSON.parse(await Promise.race([result, gone]));
  } finally {
    gone.catch(() => {});
    child.kill("SIGKILL");
    await ended;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const answers =
  (files: PageFiles, onResult: (request: IncomingMessage) => void): RequestListener =>
  (request, response) => {
    const file = files[request.url ?? ""];
    if (request.method === "POST" && request.url === "/result") onResult(request);
    if (file) response.writeHead(200, { "content-type": file.type }).end(file.body);
    else if (request.url === "/")
      response
        .writeHead(200, { "content-type": "text/html" })
        .end('<!doctype html><script type="module" src="/page.mjs"></script>');
    else response.writeHead(204).end();
  };
