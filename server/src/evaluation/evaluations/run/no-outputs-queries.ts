import type { NoOutputs } from "@assay/contract/domain";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { findModel } from "../../models/model-queries.ts";
import type { EvaluationRow } from "../evaluation-queries.ts";

/**
 * Lists the models with an output, at the evaluated version of the dataset, for at least one sample of an
 * evaluation.
 */
const modelsWithOutputs = `
  select m.id, m.name, m.version from models m
  where m.workspace_id = :workspaceId::uuid and exists (
    select 1 from outputs o
    join sample_scores s on s.workspace_id = o.workspace_id and s.evaluation_id = :evaluationId::uuid
      and s.sample_id = o.sample_id
    where o.workspace_id = m.workspace_id and o.dataset_id = :datasetId::uuid and o.model_id = m.id and o.run <= :runs
      and o.valid_from <= :version and (o.valid_until is null or o.valid_until > :version)
      and o.output::text <> 'null')
  order by m.id`;

const named = ({ id, name, version }: { id: string; name: string; version: string }) => ({
  id: formatId("model", id),
  name,
  version,
});

/** Returns the facts for the error of an evaluation in which no sample has an output. */
export async function findNoOutputs(tx: Knex, evaluation: EvaluationRow): Promise<NoOutputs> {
  const {
    workspace_id: workspaceId,
    id: evaluationId,
    dataset_id: datasetId,
    model_id: modelId,
  } = evaluation;
  const { dataset_version: version, runs } = evaluation;
  const bindings = { workspaceId, evaluationId, datasetId, version, runs };
  const { rows } = await tx.raw<{ rows: { id: string; name: string; version: string }[] }>(
    modelsWithOutputs,
    bindings,
  );
  const model = modelId === null ? undefined : await findModel(tx, workspaceId, modelId);
  return {
    dataset: formatId("dataset", datasetId),
    model: model ? { id: model.id, name: model.name, version: model.version } : null,
    stored: rows.map(named),
  };
}
