import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const fromSource = import.meta.url.endsWith(".ts");

/**
 * The module that a worker thread is started with, and the one that does the work. Built, both are
 * `pglite-worker.mjs` beside this module's bundle. From source the first is a plain script that makes Node.js 20 load
 * TypeScript in a thread.
 */
export function workerModules(): { start: URL; entry: URL } {
  const entry = new URL(fromSource ? "./pglite-worker.ts" : "./pglite-worker.mjs", import.meta.url);
  return { start: fromSource ? new URL("./worker-boot.mjs", import.meta.url) : entry, entry };
}

/** The template that the build puts beside the bundle; undefined from source, or when it was built without one. */
export function builtTemplate(): string | undefined {
  const path = fileURLToPath(new URL("./database-template.bin", import.meta.url));
  return !fromSource && existsSync(path) ? path : undefined;
}
