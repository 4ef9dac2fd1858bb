import type * as cedarWasm from "@cedar-policy/cedar-wasm/nodejs";

/** The functions of the engine. */
export type Cedar = Omit<typeof cedarWasm, "default">;

/** Loads a new instance of the engine's module: each call returns another instance. */
export type LoadCedar = () => Cedar;

/** The engine crashed in a call: the input was too deep for its stack, or the engine has a bug. */
export class CedarBroken extends Error {
  override readonly name = "CedarBroken";

  constructor(cause?: unknown) {
    super("The policy engine crashed: its input is nested or chained too deeply.", { cause });
  }
}

/** An error in a call that does not come from the engine, which stays usable. */
export class TextFault extends Error {}

/**
 * One instance of the engine. After a crash every later call fails too (measured: 200 nested parentheses,
 * then "memory access out of bounds" in each call). A crashed instance is therefore discarded, together with
 * its preparsed policies.
 */
export class CedarInstance {
  readonly #load: LoadCedar;
  #cedar: Cedar | undefined;
  #generation = 0;

  constructor(load: LoadCedar) {
    this.#load = load;
  }

  /** Number of the instance: policies preparsed under another number are lost. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Calls the engine. Loading it takes about 0.1 s, on the first call and after a crash.
   *
   * @throws {CedarBroken} if the engine throws; it reports errors in valid input as failures instead.
   * @throws {TextFault} an error of `work` itself.
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
