import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import type { FieldError } from "../../platform/errors.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import type { RowOptions } from "../../wire/rows/read-rows.ts";
import { type FileReading, refuseEmptyFile } from "./import-rules.ts";
import {
  importRefused,
  outputsModelMissing,
  outputsModelTwice,
  outputsOptionUnused,
  outputsRefused,
  outputsSampleRepeated,
  outputsSampleUnknown,
} from "./sample-refusals.ts";

/** A model's output for one sample, which is identified by its id or its external id. */
export interface OutputGiven {
  sample?: string | undefined;
  external_id?: string | undefined;
  /** Number of the run; default 1. */
  run?: number | undefined;
  output?: unknown;
}

/** Identifies one of a model's outputs for a sample: the sample's id, and the number of the run. */
export const outputKey = (sample: string, run = 1): string => `${sample} ${run}`;

/** An output and its position, which is a path in the body or a line in a file. */
export interface PlacedOutput extends OutputGiven {
  path: string;
  line?: number;
}

/** The samples of a dataset that are referenced by outputs. */
export interface NamedSamples {
  ids: { has: (id: string) => boolean };
  /** Maps external ids to sample ids. */
  byExternalId: { get: (externalId: string) => string | undefined };
}

/** The faults of outputs, by cause: the sample is unknown, or its run already has an earlier output. */
export interface OutputFaults {
  unknown: FieldError[];
  repeated: FieldError[];
}

/** The model of a file of outputs, and how the rows of the file become outputs. */
export interface OutputFileOptions extends RowOptions {
  model?: string | undefined;
}

/** Returns the model for a file of outputs. @throws {ApiError} 400 if the query does not contain a model. */
export function modelOfFile(model: string | undefined): string {
  if (model === undefined) throw outputsModelMissing();
  return model;
}

/**
 * Refuses the options of a file if the body is JSON, which contains the model itself.
 *
 * @throws {ApiError} 400 for a model, and for options that map the columns or members of a file.
 */
export function refuseFileOptions({ model, delimiter: _default, ...options }: OutputFileOptions): void {
  if (model !== undefined) throw outputsModelTwice(model);
  const used = Object.entries(options).find(([, value]) => value !== undefined);
  if (used) throw outputsOptionUnused(...used);
}

/** Finds the sample id for each output, in order. The id is empty if the output has a fault. */
export function resolveSamples(
  { ids, byExternalId }: NamedSamples,
  outputs: readonly PlacedOutput[],
): OutputFaults & { sampleIds: string[] } {
  const unknown: FieldError[] = [];
  const repeated: FieldError[] = [];
  const seen = new Map<string, number | string>();
  const sampleIds = outputs.map(({ sample, external_id: externalId = "", run = 1, path: item, line }) => {
    const path = `${item}/${sample === undefined ? "external_id" : "sample"}`;
    const id = sample ?? byExternalId.get(externalId);
    if (id === undefined || !ids.has(id)) {
      unknown.push(outputsSampleUnknown(path, sample ?? externalId, line));
      return "";
    }
    const first = seen.get(outputKey(id, run));
    if (first !== undefined)
      repeated.push(outputsSampleRepeated({ first, run }, { path, ...(line !== undefined && { line }) }));
    seen.set(outputKey(id, run), first ?? line ?? item);
    return id;
  });
  return { sampleIds, unknown, repeated };
}

/** Returns the outputs in a body with their positions. */
export const placedOutputs = (outputs: readonly OutputGiven[]): PlacedOutput[] =>
  outputs.map((output, index) => ({ ...output, path: `/outputs/${index}` }));

/**
 * Refuses the outputs in a body if they have faults.
 *
 * @throws {ApiError} 422 with each unknown sample; 400 for repeated samples.
 */
export function refuseOutputs({ unknown, repeated }: OutputFaults): void {
  if (unknown.length > 0) throw refusal("reference_not_found", unknown);
  if (repeated.length > 0) throw validationFailed(repeated);
}

/** Refuses a file of outputs that has no rows or invalid rows. @throws {ApiError} 400. */
export function refuseFaultyFile(file: FileReading): void {
  const { rows, failed, errors } = file;
  refuseEmptyFile(file);
  if (failed > 0) throw importRefused(failed, rows + failed, errors);
}

/** A row in a file of outputs, with the id or the external id of its sample. */
export interface NamingRow {
  line: number;
  sample: string | null;
  externalId: string | null;
}

const memberOf = ({ sample }: NamingRow): string => (sample === null ? "/external_id" : "/sample");

/** Returns the fault of a row whose sample is not in the dataset. */
export const unknownRow = (row: NamingRow): FieldError =>
  outputsSampleUnknown(memberOf(row), row.sample ?? row.externalId ?? "", row.line);

/** Returns the fault of a row whose sample already has an output for the same run on an earlier line. */
export const repeatedRow = (row: NamingRow & { firstLine: number; run: number }): FieldError =>
  outputsSampleRepeated({ first: row.firstLine, run: row.run }, { path: memberOf(row), line: row.line });

/** The faults in a file: their total number, and the first of them. */
interface FoundFaults {
  total: number;
  errors: readonly FieldError[];
}

/**
 * Refuses a file of outputs if it has faults.
 *
 * @param total number of rows in the file.
 * @throws {ApiError} 422 for unknown samples; 400 for repeated samples.
 */
export function refuseOutputRows(
  { unknown, repeated }: { unknown: FoundFaults; repeated: FoundFaults },
  total: number,
): void {
  for (const [code, faults] of [
    ["reference_not_found", unknown],
    ["validation_failed", repeated],
  ] as const)
    if (faults.total > 0) throw outputsRefused(code, { failed: faults.total, total }, faults.errors);
}

/** An output to store. */
export interface ChangedOutput {
  sample: string;
  run: number;
  output: unknown;
  /** Whether the output replaces a stored output. */
  replaces: boolean;
}

/**
 * Returns the outputs that differ from the model's stored outputs. All other outputs stay unchanged.
 *
 * @param stored the stored outputs by {@link outputKey}. A null output was stored for a sample without an output.
 */
export function changedOutputs(
  stored: ReadonlyMap<string, unknown>,
  outputs: readonly OutputGiven[],
  sampleIds: readonly string[],
): ChangedOutput[] {
  return outputs.flatMap(({ run = 1, output = null }, index) => {
    const sample = sampleIds[index] ?? "";
    const key = outputKey(sample, run);
    const replaces = stored.has(key);
    return replaces && jsonEquals(stored.get(key), output) ? [] : [{ sample, run, output, replaces }];
  });
}

/** The result of storing outputs. */
export interface OutputsResult {
  dataset: string;
  model: string;
  /** Number of outputs in the request. */
  sent: number;
  inserted: number;
  updated: number;
  /** The dataset's version after the request. */
  version: number;
}

/** Returns the response to a request that stores outputs. */
export const outputsToWire = ({ dataset, model, sent, inserted, updated, version }: OutputsResult) => ({
  object: "outputs" as const,
  dataset,
  model,
  inserted,
  updated,
  unchanged: sent - inserted - updated,
  dataset_version: version,
});
