import { Datasets } from "./extras/datasets.ts";
import { Evaluations } from "./extras/evaluations.ts";
import { Exports } from "./extras/exports.ts";
import { Samples } from "./extras/samples.ts";
import {
  ApiKeys,
  CustomEvaluatorSecret,
  GuidelineSets,
  Health,
  Models,
  Projects,
} from "./generated/resources.ts";
import { resolveOptions, type AssayOptions } from "./options.ts";
import { Transport } from "./transport.ts";

/**
 * The client of the Assay API.
 *
 * @example
 * const assay = new Assay({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 * const project = await assay.projects.create({ name: "triage" });
 */
export class Assay {
  readonly apiKeys: ApiKeys;
  readonly projects: Projects;
  readonly datasets: Datasets;
  readonly samples: Samples;
  readonly models: Models;
  readonly evaluations: Evaluations;
  readonly customEvaluatorSecret: CustomEvaluatorSecret;
  readonly guidelineSets: GuidelineSets;
  readonly exports: Exports;
  readonly health: Health;

  /** @throws AssayError that names the option which is missing or wrong. */
  constructor(options: AssayOptions = {}) {
    const transport = new Transport(resolveOptions(options));
    this.apiKeys = new ApiKeys(transport);
    this.projects = new Projects(transport);
    this.datasets = new Datasets(transport);
    this.samples = new Samples(transport);
    this.models = new Models(transport);
    this.evaluations = new Evaluations(transport);
    this.customEvaluatorSecret = new CustomEvaluatorSecret(transport);
    this.guidelineSets = new GuidelineSets(transport);
    this.exports = new Exports(transport);
    this.health = new Health(transport);
  }
}
