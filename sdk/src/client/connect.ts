import { readOptions, type AssayOptions } from "./options.ts";
import { Transport } from "./transport/transport.ts";

/**
 * The transport of a standalone resource. It loads the code for failures only when a call fails; if loading fails, as on an
 * offline page, the call rejects with its own error.
 */
export const connect = (options: AssayOptions = {}): Transport =>
  new Transport(readOptions(options), async (cause) => {
    try {
      return (await import("../extras/standalone/standalone-lazy-methods.ts")).errors;
    } catch (error) {
      throw cause ?? error;
    }
  });
