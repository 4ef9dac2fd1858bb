import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import type * as cedarWasm from "@cedar-policy/cedar-wasm/nodejs";

/** The functions of the engine. */
export type Cedar = typeof cedarWasm;

/** The engine broke over a call: what it was given was too deep for its stack, or met a fault of its own. */
export class CedarBroken extends Error {
  override readonly name = "CedarBroken";

  constructor(cause?: unknown) {
    super("The policy engine broke over this: what it was given is nested or chained too deeply.", { cause });
  }
}

/** An error in the course of a call that says nothing against the engine. */
export class TextFault extends Error {}

const requireCedar = createRequire(import.meta.url);
const engine = "@cedar-policy/cedar-wasm/nodejs";

function loadCedar(): Cedar {
  // Calls into wasm that V8's optimiser inlines have crashed whole processes under load (with this flag none did); it has
  // to be set before the module is compiled, and an import would be moved ahead of it.
  setFlagsFromString("--no-turbo-inline-js-wasm-calls");
  const path = requireCedar.resolve(engine);
  // The module holds its one instance: forgetting it is the only way to a fresh one.
  // eslint-disable-next-line typescript/no-dynamic-delete
  delete requireCedar.cache[path];
  // The package's own types describe what it exports.
  return requireCedar(path) as Cedar;
}

/**
 * One instance of the engine. After a call has broken it every later call would break too (measured: 200 nested
 * parentheses, then "memory access out of bounds" for ever): a broken instance is thrown away, and what it had preparsed
 * with it.
 */
export class CedarInstance {
  #cedar: Cedar | undefined;
  #generation = 0;

  /** Counts the instances: what was preparsed under another number is gone. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Calls the engine; it takes about 0.1 s to load at the first call, and after a break.
   *
   * @throws {CedarBroken} when the engine throws: what it understands it reports as a failure instead. A TextFault of
   * `work` itself.
   */
  call<T>(work: (cedar: Cedar) => T): T {
    this.#cedar ??= loadCedar();
    try {
      return work(this.#cedar);
    } catch (error) {
      if (error instanceof TextFault) throw error;
      this.#cedar = undefined;
      this.#generation += 1;
      throw new CedarBroken(error);
    }
  }
}
