import { controlEventExtras, type ControlEvents } from "./extras/control-events.ts";
import { controlEvidenceExtras, type ControlEvidence } from "./extras/control-evidence.ts";
import { type ControlGuard, controlGuard } from "./extras/control-guard.ts";
import { datasetExtras, type Datasets } from "./extras/datasets.ts";
import { evaluationExtras, type Evaluations } from "./extras/evaluations.ts";
import { exportExtras, type Exports } from "./extras/exports.ts";
import { sampleExtras, type Samples } from "./extras/samples.ts";
import { webhookExtras, type Webhooks } from "./extras/webhooks.ts";
import { operations } from "./generated/operations.ts";
import { Resources } from "./generated/resources.ts";
import { resolveOptions, type AssayOptions } from "./options.ts";
import { createResource } from "./resource-table.ts";
import { Transport } from "./transport.ts";

/**
 * The client of the Assay API.
 *
 * @example
 * const assay = new Assay({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 * const project = await assay.projects.create({ name: "triage" });
 */
export class Assay extends Resources {
  /** Data sets. */
  declare readonly datasets: Datasets;
  /** Samples. */
  declare readonly samples: Samples;
  /** Evaluations. */
  declare readonly evaluations: Evaluations;
  /** Exports. */
  declare readonly exports: Exports;
  /** Webhooks. */
  declare readonly webhooks: Webhooks;

  /** What agents may do, and the evidence of it. */
  declare readonly control: Resources["control"] &
    ControlGuard & {
      readonly events: ControlEvents;
      readonly evidence: ControlEvidence;
    };

  /** @throws AssayError that names the option which is missing or wrong. */
  constructor(options: AssayOptions = {}) {
    super();
    const transport = new Transport(resolveOptions(options));
    Object.assign(this, createResource(operations, transport));
    Object.assign(this.datasets, datasetExtras(this.samples));
    Object.assign(this.samples, sampleExtras(transport));
    Object.assign(this.control, controlGuard(this.control));
    Object.assign(this.control.events, controlEventExtras(transport));
    Object.assign(this.control.evidence, controlEvidenceExtras(transport));
    Object.assign(this.evaluations, evaluationExtras(this.evaluations, transport.clock));
    Object.assign(this.exports, exportExtras(this.exports, transport.clock));
    Object.assign(this.webhooks, webhookExtras);
  }
}
