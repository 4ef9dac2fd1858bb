import { type FieldError, outputsSampleUnknown, refusal, validationFailed } from "@assay/contract";
import { jsonEquals } from "@assay/contract/domain";
import type { Call } from "./handler.ts";
import { referredModel } from "./reach.ts";
import type { DatasetRow, OutputRow } from "./tables.ts";
import { datasetForChange, present, recordChange } from "./versions.ts";

/** What a model answered to one sample, named by its id or its external id. */
interface GivenOutput {
  sample?: string | undefined;
  external_id?: string | undefined;
  output?: unknown;
}

/** The sample of each output, in order. @throws ApiError 422 for unknown samples; 400 when one is named twice. */
function resolveSamples(dataset: DatasetRow, outputs: readonly GivenOutput[]): string[] {
  const unknown: FieldError[] = [];
  const repeated: FieldError[] = [];
  const seen = new Map<string, number>();
  const resolved = outputs.map(({ sample, external_id: externalId = "" }, index) => {
    const member = sample === undefined ? "external_id" : "sample";
    const path = `/outputs/${index}/${member}`;
    const named = sample ?? dataset.externalIds.get(externalId) ?? "";
    const id = present(dataset.samples.get(named))?.id;
    if (id === undefined) {
      unknown.push(outputsSampleUnknown(path, sample ?? externalId));
      return "";
    }
    const first = seen.get(id);
    if (first !== undefined) {
      const message = `${member} names the same sample as /outputs/${first}; each sample may have one output.`;
      repeated.push({ path, code: "repeated", message });
    }
    seen.set(id, first ?? index);
    return id;
  });
  if (unknown.length > 0) throw refusal("reference_not_found", unknown);
  if (repeated.length > 0) throw validationFailed(repeated);
  return resolved;
}

/** Stores outputs of one model, all or none, as one new version; one sent again replaces the one before. */
export function storeOutputs(
  { caller, clock }: Call,
  datasetId: string,
  body: { model: string; outputs: readonly GivenOutput[] },
) {
  const dataset = datasetForChange(caller, datasetId);
  const model = referredModel(caller, body.model, "/model");
  const sampleIds = resolveSamples(dataset, body.outputs);
  const stored = dataset.outputs.get(model.id) ?? new Map<string, OutputRow[]>();
  const version = dataset.version + 1;
  const counts = { inserted: 0, updated: 0, unchanged: 0 };
  for (const [index, { output = null }] of body.outputs.entries()) {
    const id = sampleIds[index] ?? "";
    const before = present(stored.get(id));
    if (before && jsonEquals(before.output, output)) {
      counts.unchanged += 1;
      continue;
    }
    if (before) before.validUntil = version;
    counts[before ? "updated" : "inserted"] += 1;
    stored.set(id, [...(stored.get(id) ?? []), { output, validFrom: version, validUntil: null }]);
  }
  dataset.outputs.set(model.id, stored);
  const { inserted, updated } = counts;
  const change = { change: "outputs" as const, inserted, updated, samplesAdded: 0 };
  return {
    object: "outputs" as const,
    dataset: dataset.id,
    model: model.id,
    ...counts,
    dataset_version: recordChange(clock, dataset, change),
  };
}
