import { readOptions, type AssayOptions } from "./options.ts";
import { Transport } from "./transport/transport.ts";

/**
 * Creates the transport for a standalone resource. The code that handles failures is loaded only when a call
 * fails. If it cannot be loaded, as on an offline page, the call rejects with its original error.
 */
export const connect = (options: AssayOptions = {}): Transport =>
  new Transport(readOptions(options), async (cause) => {
    const loaded = await import("../extras/standalone/standalone-lazy-methods.ts").catch((error: unknown) => {
      throw cause ?? error;
    });
    return loaded.errors;
  });
