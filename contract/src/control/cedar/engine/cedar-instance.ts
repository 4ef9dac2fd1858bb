import type * as cedarWasm from "@cedar-policy/cedar-wasm/nodejs";

/** The functions of the engine. */
export type Cedar = Omit<typeof cedarWasm, "default">;

/** Loads a new instance of the engine's module: each call returns another instance. */
export type LoadCedar = () => Cedar;

/**
 * The flag of V8 that must be set before the engine is loaded. If V8 inlines calls into WebAssembly, processes can crash
 * under load (fatal error in `Deoptimizer`).
 */
export const engineFlag = "--no-turbo-inline-js-wasm-calls";

/** The engine crashed in a call: the input was too deep for its stack, or the engine has a bug. */
export class CedarBroken extends Error {
  override readonly name = "CedarBroken";

  constructor(cause?: unknown) {
    super("The policy engine crashed: its input is nested or chained too deeply.", { cause });
  }
}

/** An error that the caller of the engine throws. The engine did not cause it and stays usable. */
export class TextFault extends Error {}

/**
 * One instance of the engine. After a crash, every later call fails too. (Measured: after a text with 200
 * nested parentheses, each call failed with "memory access out of bounds".) A crashed instance is therefore
 * discarded, together with its preparsed policies.
 */
export class CedarInstance {
  readonly #load: LoadCedar;
  #cedar: Cedar | undefined;
  #generation = 0;

  constructor(load: LoadCedar) {
    this.#load = load;
  }

  /** The number of the current instance. Policies that were preparsed under another number are lost. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Calls the engine. The first call, and the first call after a crash, load it, which takes about 0.1 s.
   *
   * @throws {CedarBroken} if the engine throws. For errors in valid input, the engine returns a failure
   *   instead.
   * @throws {TextFault} if `work` itself throws one.
   */
  call<T>(work: (cedar: Cedar) => T): T {
    this.#cedar ??= this.#load();
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
