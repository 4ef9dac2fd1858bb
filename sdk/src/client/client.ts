import { addExtras } from "../extras/add-extras.ts";
import type { Datasets } from "../extras/datasets-extras.ts";
import type { Evaluations } from "../extras/evaluations-extras.ts";
import type { Exports } from "../extras/exports-extras.ts";
import type { ExtendedResources } from "../extras/extended-resources.ts";
import type { Reviews } from "../review/reviews-extras.ts";
import type { Samples } from "../extras/samples-extras.ts";
import type { Webhooks } from "../extras/webhooks-extras.ts";
import { operations } from "../generated/operations.ts";
import { Resources } from "../generated/resources.ts";
import { settingsError, unknownOption } from "./settings-error.ts";
import { faultySetting, readOptions, type AssayOptions } from "./options.ts";
import { createResource } from "./resource-table.ts";
import { Transport } from "./transport/transport.ts";

/**
 * The client of the Assay API.
 *
 * @example
 * const assay = new Assay({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 * const project = await assay.projects.create({ name: "triage" });
 */
export class Assay extends Resources {
  /** Datasets. */
  declare readonly datasets: Datasets;
  /** Samples. */
  declare readonly samples: Samples;
  /** Evaluations. */
  declare readonly evaluations: Evaluations;
  /** Exports. */
  declare readonly exports: Exports;
  /** Reviews. */
  declare readonly reviews: Reviews;
  /** Webhooks. */
  declare readonly webhooks: Webhooks;

  /** Agents, policies, and decisions with their evidence. */
  declare readonly control: ExtendedResources["control"];

  /** @throws {InvalidArgumentError} if an option is missing or invalid. */
  constructor(options: AssayOptions = {}) {
    super();
    const settings = readOptions(options);
    const unknown = unknownOption(options, settings);
    if (unknown) throw unknown;
    const faulty = faultySetting(settings);
    if (faulty >= 0) throw settingsError(settings, faulty);
    const transport = new Transport(settings, async (cause) => {
      try {
        return (await import("../extras/transfer/client-methods.ts")).errors;
      } catch (error) {
        throw cause ?? error;
      }
    });
    Object.assign(this, createResource(operations, transport));
    addExtras(this, transport);
  }
}
