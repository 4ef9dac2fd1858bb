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
import { AssayError } from "../errors/errors.ts";
import { transportErrors } from "./transport/transport-errors.ts";
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

  /** @throws {AssayError} if an option is missing or invalid. */
  constructor(options: AssayOptions = {}) {
    super();
    const settings = readOptions(options);
    const unknown = Object.keys(options).find((name) => !(name in settings));
    if (unknown)
      throw new AssayError(
        `The option is "${unknown}"; it must be one of ${Object.keys(settings).join(", ")}.`,
      );
    const faulty = faultySetting(settings);
    if (faulty) throw transportErrors.settingsError(settings, faulty);
    const transport = new Transport(settings, () => transportErrors);
    Object.assign(this, createResource(operations, transport));
    addExtras(this, transport);
  }
}
