import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import type * as cedarWasm from "@cedar-policy/cedar-wasm/nodejs";

const requireCedar = createRequire(import.meta.url);
const engine = "@cedar-policy/cedar-wasm/nodejs";

/** Loads a new instance of the engine's module. */
export function loadCedar(): typeof cedarWasm {
  // Calls into WebAssembly that V8 inlines have crashed processes under load; with this flag none did. The
  // flag must be set before the module is compiled, and an import would be hoisted above it.
  setFlagsFromString("--no-turbo-inline-js-wasm-calls");
  const path = requireCedar.resolve(engine);
  // The module has a single instance; only removing the module from the cache gives a new one.
  // eslint-disable-next-line typescript/no-dynamic-delete
  delete requireCedar.cache[path];
  // The package's own types describe what it exports.
  return requireCedar(path) as typeof cedarWasm;
}
