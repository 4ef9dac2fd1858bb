import { readOptions, type AssayOptions } from "./options.ts";
import { Transport } from "./transport.ts";

/** The transport of a resource that is used by itself: what it needs only when a call fails is loaded then. */
export const connect = (options: AssayOptions = {}): Transport =>
  new Transport(readOptions(options), async () => (await import("./extras/single-later.ts")).failing);
