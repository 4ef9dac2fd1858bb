import {
  type PresentAdjudication,
  type ReferenceLabel,
  referenceLabel,
} from "@assay/contract/review/adjudication/reference-labels";
import { referenceToWire } from "@assay/contract/review/adjudication/reference-wire";
import { sampleGrades } from "@assay/contract/review/adjudication/disagreements/sample-grades";
import type { RubricDimension } from "@assay/contract/review/rubrics/rubric-dimensions";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { listRubricsById } from "../rubrics/rubric-queries.ts";
import { presentAdjudications } from "./adjudication-queries.ts";
import { externalIdsOf } from "./disagreement-queries.ts";
import { listRatedReviews } from "./rated-dimension-queries.ts";
import type { LabeledDimension } from "./reference-queries.ts";

/** Finds reference labels among loaded reviews and adjudications. */
interface LabelFinder {
  labelOf: (key: { sample: string; rubric: string }, dimension: RubricDimension) => ReferenceLabel | null;
  presentOf: (key: { sample: string; rubric: string }) => PresentAdjudication;
}

/** Loads what the reference labels of some samples with some rubrics depend on. All ids are UUIDs. */
export async function loadLabels(
  db: Knex,
  key: { workspaceId: string; rubricIds: readonly string[]; sampleIds: readonly string[] },
): Promise<LabelFinder> {
  const reviews = await listRatedReviews(db, key);
  const adjudications = await presentAdjudications(db, key);
  const presentOf: LabelFinder["presentOf"] = ({ sample, rubric }) =>
    adjudications.find((one) => one.sample === sample && one.rubric === rubric);
  return {
    presentOf,
    labelOf: (named, dimension) => {
      const ofSample = reviews.filter(
        ({ sample, rubric }) => sample === named.sample && rubric === named.rubric,
      );
      const grades = sampleGrades(ofSample, { dimension: dimension.id, includeUnblinded: false });
      return referenceLabel(dimension, grades, presentOf(named));
    },
  };
}

/** Converts the reference labels of a page to their form in responses. */
export async function referencesToWire(db: Knex, workspaceId: string, rows: readonly LabeledDimension[]) {
  const sampleIds = [...new Set(rows.map(({ sample }) => uuidOf("sample", sample)))];
  const rubricIds = [...new Set(rows.map(({ rubric }) => uuidOf("rubric", rubric)))];
  const { labelOf, presentOf } = await loadLabels(db, { workspaceId, rubricIds, sampleIds });
  const rubrics = new Map((await listRubricsById(db, workspaceId, rubricIds)).map((one) => [one.id, one]));
  const externalIds = await externalIdsOf(db, workspaceId, sampleIds);
  return rows.flatMap((row) => {
    const dimension = rubrics.get(row.rubric)?.dimensions.find(({ id }) => id === row.dimension);
    const label = dimension && labelOf(row, dimension);
    if (!label) return [];
    const externalId = externalIds.get(row.sample) ?? null;
    return [referenceToWire({ ...row, externalId, label, adjudication: presentOf(row)?.id ?? null })];
  });
}
