import { createRequire } from "node:module";
import type { Cedar } from "./cedar-instance.ts";

const requireCedar = createRequire(import.meta.url);

/** Loads a new instance of the engine's module, for tests. */
export function loadCedar(): Cedar {
  const path = requireCedar.resolve("@cedar-policy/cedar-wasm/nodejs");
  // The module has a single instance; only removing the module from the cache gives a new one.
  // eslint-disable-next-line typescript/no-dynamic-delete
  delete requireCedar.cache[path];
  // The package's own types describe what it exports.
  return requireCedar(path) as Cedar;
}
