import { bounded } from "../../client/transport/bounded.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Exports } from "../exports-extras.ts";

/** Exports by themselves. */
export type SingleExports = Exports;

/** Adds what the API has no operation for. */
export const extend = (exports: generated.Exports, transport: Transport): SingleExports => ({
  ...exports,
  wait: async (...values) =>
    (await import("./single-later.ts")).waitForExport([transport, bounded, exports], ...values),
  download: async (...values) =>
    (await import("./single-later.ts")).downloadExport([transport, bounded, exports], ...values),
  stream: async (...values) =>
    (await import("./single-later.ts")).streamExport([transport, bounded, exports], ...values),
});
