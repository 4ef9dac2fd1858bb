import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Express } from "express";
import type { ApiName } from "../../api-names.ts";

/** An OpenAPI document: its title in the API reference, and its name in paths. */
export interface ApiDocument {
  title: string;
  slug: "evaluation" | "control-plane";
}

const documentOf: Record<ApiName, ApiDocument> = {
  evaluation: { title: "Evaluation", slug: "evaluation" },
  control: { title: "Control plane", slug: "control-plane" },
};

/** Returns the documents of the served APIs, in the same order. */
export const documentsOf = (apis: readonly ApiName[]): ApiDocument[] => apis.map((name) => documentOf[name]);

/** Returns the path of a document. */
export const documentPath = ({ slug }: ApiDocument): string => `/openapi/${slug}.json`;

/**
 * Serves the OpenAPI documents of the served APIs without authentication, as they were generated. Building
 * them from the schemas at startup would take a third of the startup time.
 *
 * @returns the served paths with their methods.
 */
export function serveDocuments(app: Express, apis: readonly ApiName[]): Record<string, string[]> {
  const paths = documentsOf(apis).map((document): [string, string[]] => {
    const path = documentPath(document);
    let text: Promise<string> | undefined;
    app.get(path, (_request, response, next) => {
      text ??= readDocument(document);
      text.then((one) => response.type("application/json").send(one), next);
    });
    return [path, ["GET"]];
  });
  return Object.fromEntries(paths);
}

/** Reads a document and minifies it. */
async function readDocument({ slug }: ApiDocument): Promise<string> {
  // The document is next to the built server or, if the server runs from source, where the generator writes
  // it.
  const built = fileURLToPath(new URL(`./openapi-${slug}.json`, import.meta.url));
  const source = fileURLToPath(new URL(`../../../../../contract/openapi/${slug}.json`, import.meta.url));
  const file = !import.meta.url.endsWith(".ts") && existsSync(built) ? built : source;
  return JSON.stringify(JSON.parse(await readFile(file, "utf8")));
}
