import { withTimeLimit } from "../../client/transport/time-limit.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Exports } from "../exports-extras.ts";

/** The standalone resource for exports. */
export type StandaloneExports = Exports;

/** Adds the methods that are not operations of the API. */
export const extend = (exports: generated.Exports, transport: Transport): StandaloneExports => ({
  ...exports,
  wait: async (...values) =>
    (await import("./standalone-lazy-methods.ts")).waitForExport(
      [transport, withTimeLimit, exports],
      ...values,
    ),
  download: async (...values) =>
    (await import("./standalone-lazy-methods.ts")).downloadExport(
      [transport, withTimeLimit, exports],
      ...values,
    ),
  stream: async (...values) =>
    (await import("./standalone-lazy-methods.ts")).streamExport(
      [transport, withTimeLimit, exports],
      ...values,
    ),
});
