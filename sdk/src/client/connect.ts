import { readOptions, type AssayOptions } from "./options.ts";
import { Transport } from "./transport/transport.ts";

/**
 * The transport of a resource that is used by itself: what it needs only when a call fails is loaded then. When it cannot be,
 * as on a page that is offline, the call fails with what it met itself.
 */
export const connect = (options: AssayOptions = {}): Transport =>
  new Transport(readOptions(options), async (met) => {
    try {
      return (await import("../extras/standalone/single-later.ts")).failing;
    } catch (error) {
      throw met ?? error;
    }
  });
