import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { engineFlag } from "@assay/contract/control/cedar/engine/cedar-instance";
import type * as cedarWasm from "@cedar-policy/cedar-wasm/nodejs";

const requireCedar = createRequire(import.meta.url);
const engine = "@cedar-policy/cedar-wasm/nodejs";

/** Loads a new instance of the engine's module. */
export function loadCedar(): typeof cedarWasm {
  // An `import` of the module would run before this statement.
  setFlagsFromString(engineFlag);
  const path = requireCedar.resolve(engine);
  // The module has a single instance; only removing the module from the cache gives a new one.
  // eslint-disable-next-line typescript/no-dynamic-delete
  delete requireCedar.cache[path];
  // The types of the package describe what the module exports.
  return requireCedar(path) as typeof cedarWasm;
}
