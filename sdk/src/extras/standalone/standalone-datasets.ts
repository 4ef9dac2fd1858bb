import { withTimeLimit } from "../../client/transport/time-limit.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Datasets } from "../datasets-extras.ts";

/** The standalone resource for datasets. */
export type StandaloneDatasets = Datasets;

/** Adds the methods that are not operations of the API. */
export const extend = (datasets: generated.Datasets, transport: Transport): StandaloneDatasets => ({
  ...datasets,
  importFile: async (...values) =>
    (await import("./standalone-lazy-methods.ts")).importFile(
      [transport, withTimeLimit, datasets],
      ...values,
    ),
});
