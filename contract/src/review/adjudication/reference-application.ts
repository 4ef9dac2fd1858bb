// Decides what writing reference labels to a dataset changes. Adapters load and store.
import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import { nameOfSegment } from "../../domain/values/paths/pointer-segment.ts";
import { withValueAt } from "../../domain/values/paths/with-value-at.ts";
import type { GradeValue } from "../../domain/agreement/grade-scale.ts";
import type { SampleRecord } from "../../evaluation/samples/sample-rules.ts";
import { withinBytes } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";
import { datasetArchived, referenceNotFound } from "../../platform/refusals.ts";
import { dimensionNotFound, inOtherProject } from "../review-refusals.ts";
import type { RubricDimension } from "../rubrics/rubric-dimensions.ts";
import type { RubricRecord } from "../rubrics/rubric-rules.ts";
import { type ApplyReferencesBody, maxSkipped, type SkipReason } from "./references.ts";

/** A sample with the label to write. */
export interface LabeledSample {
  sample: SampleRecord;
  value: GradeValue;
}

/** The objects that a request names, if the caller can access them. */
export interface NamedTargets<Dataset> {
  /** Id of the project, which the caller can access. */
  project: string;
  rubric: RubricRecord | undefined;
  dataset: Dataset | undefined;
}

/**
 * Requires the rubric, the dimension and the dataset of a request.
 *
 * @throws {ApiError} 422 for each that is inaccessible or in another project; 409 for an archived dataset.
 */
export function requireTargets<Dataset extends { id: string; project: string; archived: boolean }>(
  { project, rubric, dataset }: NamedTargets<Dataset>,
  body: ApplyReferencesBody,
): { dimension: RubricDimension; dataset: Dataset } {
  if (!rubric) throw referenceNotFound("rubric", body.rubric, "/rubric");
  if (rubric.project !== project)
    throw inOtherProject("/rubric", `Rubric ${JSON.stringify(rubric.id)}`, project);
  const dimension = rubric.dimensions.find(({ id }) => id === body.dimension);
  if (!dimension)
    throw dimensionNotFound(
      body.dimension,
      rubric.dimensions.map(({ id }) => id),
    );
  if (!dataset) throw referenceNotFound("dataset", body.dataset, "/dataset");
  if (dataset.project !== project)
    throw inOtherProject("/dataset", `Dataset ${JSON.stringify(dataset.id)}`, project);
  if (dataset.archived) throw datasetArchived(dataset.id);
  return { dimension, dataset };
}

/** Counts what writing labels changes. */
export class ReferenceApplication {
  readonly #path: readonly string[];
  readonly #skipped: { sample: string; reason: SkipReason }[] = [];
  #skippedCount = 0;
  #unchanged = 0;
  #updated = 0;

  /** @param pointer the JSON Pointer of the member of `expected` that gets the value. */
  constructor(pointer: string) {
    this.#path = pointer.split("/").slice(1).map(nameOfSegment);
  }

  /** Number of samples that have changed so far. */
  get updated(): number {
    return this.#updated;
  }

  /** Returns the samples that change, with their new expected answers. @param labeled samples in the order of their ids. */
  add(labeled: readonly LabeledSample[]): { sample: SampleRecord; expected: unknown }[] {
    return labeled.flatMap(({ sample, value }) => {
      const next = withValueAt(sample.expected, this.#path, value);
      if (!next) return this.#skip(sample, "path_not_object");
      if (jsonEquals(next.value, sample.expected)) {
        this.#unchanged += 1;
        return [];
      }
      const { input, output, metadata } = sample;
      if (!withinBytes({ input, output, expected: next.value, metadata }, limits.sampleBytes))
        return this.#skip(sample, "sample_too_large");
      this.#updated += 1;
      return [{ sample, expected: next.value }];
    });
  }

  #skip({ id }: SampleRecord, reason: SkipReason): never[] {
    this.#skippedCount += 1;
    if (this.#skipped.length < maxSkipped) this.#skipped.push({ sample: id, reason });
    return [];
  }

  /** Returns the response. @param version the version of the dataset after the request. */
  toWire(version: number) {
    return {
      updated: this.#updated,
      unchanged: this.#unchanged,
      skipped: this.#skipped,
      skipped_count: this.#skippedCount,
      dataset_version: version,
    };
  }
}
