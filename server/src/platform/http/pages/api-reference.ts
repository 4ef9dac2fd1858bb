import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Express, Response } from "express";
import type { ApiName } from "../../api-names.ts";
import { documentPath, documentsOf } from "./documents.ts";
import { pageHeaders } from "./page-headers.ts";

/**
 * The sources that Scalar's bundle needs: its script, the styles that it injects, inline images, and requests
 * to this server. The bundle also tries to use `eval` once. The browser blocks this call, and the bundle
 * works without it.
 */
const referenceHeaders = pageHeaders({
  scripts: ["'self'"],
  styles: ["'unsafe-inline'"],
  images: ["data:"],
  connections: ["'self'"],
});

/**
 * Disables everything that would contact other servers: fonts, telemetry, assistants and the vendor's client.
 */
const settings = {
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
};

const page = (bundle: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Assay API reference</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${bundle}"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Serves the reference for the served APIs at `/docs`: Scalar's published bundle, and a page that shows their
 * OpenAPI documents and sends its requests to this server. The page does not contact any other server.
 *
 * @returns the served paths with their methods.
 */
export function serveApiReference(app: Express, apis: readonly ApiName[]): Record<string, string[]> {
  const bundle = readBundle();
  const bundlePath = `/docs/reference-${bundle.digest}.js`;
  const html = page(bundlePath);
  const sources = documentsOf(apis).map((document) => ({ ...document, url: documentPath(document) }));
  const start = `Scalar.createApiReference("#reference", ${JSON.stringify({ sources, ...settings })});\n`;
  app.get("/docs", referenceHeaders, (_request, response) => void response.type("html").send(html));
  app.get("/docs/start.js", (_request, response) => void response.type("js").send(start));
  app.get(bundlePath, (request, response, next) => {
    // The bundle's file name contains a hash of its contents, so the file can be cached forever.
    response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    response.setHeader("Vary", "Accept-Encoding");
    sendBundle(response, bundle, request.acceptsEncodings("gzip") === "gzip").then(undefined, next);
  });
  return { "/docs": ["GET"], "/docs/start.js": ["GET"], [bundlePath]: ["GET"] };
}

interface Bundle {
  bytes: Buffer;
  /** The start of the SHA-256 hash of the bundle. */
  digest: string;
  zipped?: Promise<Buffer>;
}

async function sendBundle(response: Response, bundle: Bundle, zipped: boolean): Promise<void> {
  response.type("js");
  if (!zipped) return void response.send(bundle.bytes);
  bundle.zipped ??= promisify(gzip)(bundle.bytes);
  response.setHeader("Content-Encoding", "gzip");
  response.send(await bundle.zipped);
}

let cachedBundle: Bundle | undefined;

function readBundle(): Bundle {
  if (cachedBundle) return cachedBundle;
  const bytes = readFileSync(bundleFile());
  cachedBundle = { bytes, digest: createHash("sha256").update(bytes).digest("hex").slice(0, 12) };
  return cachedBundle;
}

/**
 * Returns the path of the bundle: next to the built server or, if the server runs from source, in the
 * bundle's package.
 */
function bundleFile(): string {
  const built = fileURLToPath(new URL("./api-reference.js", import.meta.url));
  if (!import.meta.url.endsWith(".ts") && existsSync(built)) return built;
  const entry = createRequire(import.meta.url).resolve("@scalar/fastify-api-reference");
  return join(dirname(entry), "js", "standalone.js");
}
