import type { PairDetails } from "@assay/contract/evaluation/comparison/compared-pair-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { joinSamples } from "../evaluations/evaluation-result-queries.ts";

const detailColumns = {
  sampleId: "results.sample_id",
  flagged: "results.flagged",
  classification: "results.classification",
  expected: "samples.expected",
};

/**
 * Finds the details of samples in an evaluation.
 *
 * @param sampleIds the ids (UUIDs) of evaluated samples.
 * @param position the evaluator's index; undefined for the combined score, which is flagged if any evaluator
 *   flagged the sample and has no class.
 * @returns a function that returns the details of one of these samples.
 */
export async function findPairDetails(
  db: Knex,
  evaluation: EvaluationRow,
  { sampleIds, position }: { sampleIds: readonly string[]; position: number | undefined },
): Promise<(sampleId: string) => PairDetails> {
  const rows = db("results")
    .where({ workspace_id: evaluation.workspace_id, evaluation_id: evaluation.id })
    .whereIn("sample_id", [...sampleIds])
    .groupBy("workspace_id", "sample_id")
    .select("workspace_id", "sample_id", db.raw("bool_or(flagged) as flagged"))
    .select(db.raw(`${position === undefined ? "null" : "max(classification)"} as classification`))
    .max({ sample_version: "sample_version", output_version: "output_version", output_run: "output_run" });
  if (position !== undefined) rows.where({ position });
  const found: PairDetails[] = await joinSamples(db, evaluation, {
    rows,
    order: ["sample_id"],
    columns: detailColumns,
  });
  const byId = new Map(found.map((one) => [one.sampleId, one]));
  return (sampleId) => {
    const own = byId.get(sampleId);
    if (!own) throw new Error(`Sample ${sampleId} has no result in evaluation ${evaluation.id}.`);
    return { ...own, sampleId: formatId("sample", sampleId) };
  };
}
