import { bounded } from "../../client/transport/bounded.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Datasets } from "../datasets-extras.ts";

/** Data sets by themselves. */
export type SingleDatasets = Datasets;

/** Adds what the API has no operation for. */
export const extend = (datasets: generated.Datasets, transport: Transport): SingleDatasets => ({
  ...datasets,
  importFile: async (...values) =>
    (await import("./single-later.ts")).importFile([transport, bounded, datasets], ...values),
});
