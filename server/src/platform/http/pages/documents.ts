import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Express } from "express";

const names = ["evaluation", "control-plane"] as const;

/**
 * Serves both OpenAPI documents without authentication, as they were generated. Building them from the
 * schemas at startup would take a third of the startup time.
 *
 * @returns the served paths with their methods.
 */
export function serveDocuments(app: Express): Record<string, string[]> {
  const paths = names.map((name): [string, string[]] => {
    const path = `/openapi/${name}.json`;
    let text: Promise<string> | undefined;
    app.get(path, (_request, response, next) => {
      text ??= readDocument(name);
      text.then((one) => response.type("application/json").send(one), next);
    });
    return [path, ["GET"]];
  });
  return Object.fromEntries(paths);
}

/** Reads a document and minifies it. */
async function readDocument(name: (typeof names)[number]): Promise<string> {
  // The document is next to the built server or, if the server runs from source, where the generator writes
  // it.
  const built = fileURLToPath(new URL(`./openapi-${name}.json`, import.meta.url));
  const source = fileURLToPath(new URL(`../../../../../contract/openapi/${name}.json`, import.meta.url));
  const file = !import.meta.url.endsWith(".ts") && existsSync(built) ? built : source;
  return JSON.stringify(JSON.parse(await readFile(file, "utf8")));
}
