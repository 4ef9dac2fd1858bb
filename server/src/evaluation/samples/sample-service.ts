import {
  decideSamples,
  type SampleGiven,
  type SampleRecord,
} from "@assay/contract/evaluation/samples/sample-rules";
import { addedSamplesToWire, sampleToWireFor } from "@assay/contract/evaluation/samples/sample-wire";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { type BlindCaller, findMasks } from "../../workspace/access/blind-access.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { insertVersion } from "../datasets/dataset-queries.ts";
import { lockForChange } from "../datasets/dataset-service.ts";
import { contentOf } from "./sample-content.ts";
import { findExisting, insertSamples } from "./sample-queries.ts";

/** Maps samples to their wire form for a caller. */
export async function samplesToWire(db: Knex, caller: BlindCaller, samples: readonly SampleRecord[]) {
  const uuids = samples.map(({ id }) => uuidOf("sample", id));
  const masks = await findMasks(db, caller, uuids);
  return sampleToWireFor(new Map(Array.from(masks, ([uuid, mask]) => [formatId("sample", uuid), mask])));
}

/**
 * Adds all given samples to a dataset as one new version.
 *
 * @throws {ApiError} 404 if the dataset does not exist; 409 if it is archived; the refusals of
 * `decideSamples`.
 */
export async function addSamples(
  tx: Tx,
  deps: PlatformDeps,
  { caller, datasetId }: { caller: Reach & { apiKeyId: string }; datasetId: string },
  given: readonly SampleGiven[],
) {
  const { workspaceId } = caller;
  const dataset = await lockForChange(tx, caller, datasetId);
  const externalIds = given.flatMap((sample) => sample.external_id ?? []);
  const samplesKey = { datasetId: uuidOf("dataset", dataset.id), externalIds };
  const taken = await findExisting(tx, workspaceId, samplesKey);
  const decision = decideSamples({ dataset, taken }, given.map(contentOf), ruleContext(deps, caller));
  const { samples, version } = decision;
  if (version) {
    await insertSamples(tx, deps, { workspaceId, version: version.version, samples });
    await insertVersion(tx, workspaceId, version);
  }
  return addedSamplesToWire({ dataset }, decision);
}
