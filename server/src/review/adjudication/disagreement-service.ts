import { groupBy } from "@assay/contract/domain";
import { disagreementToWire } from "@assay/contract/review/adjudication/disagreements/disagreement-wire";
import { sampleGrades } from "@assay/contract/review/adjudication/disagreements/sample-grades";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { type DisagreementRow, externalIdsOf } from "./disagreement-queries.ts";
import { listRatedReviews } from "./rated-dimension-queries.ts";

/** Converts the disagreements of a page to their form in responses, with the grades that differ. */
export async function disagreementsToWire(
  db: Knex,
  workspaceId: string,
  { rows, includeUnblinded }: { rows: readonly DisagreementRow[]; includeUnblinded: boolean },
) {
  const sampleIds = [...new Set(rows.map(({ sample }) => uuidOf("sample", sample)))];
  const rubricIds = [...new Set(rows.map(({ rubric }) => uuidOf("rubric", rubric)))];
  const reviews = await listRatedReviews(db, { workspaceId, rubricIds, sampleIds });
  const reviewsOf = groupBy(reviews, ({ sample, rubric }) => `${sample} ${rubric}`);
  const externalIds = await externalIdsOf(db, workspaceId, sampleIds);
  return rows.map((row) => {
    const { sample, rubric, dimension } = row;
    const ofSample = reviewsOf.get(`${sample} ${rubric}`) ?? [];
    const grades = sampleGrades(ofSample, { dimension, includeUnblinded });
    return disagreementToWire({ ...row, externalId: externalIds.get(sample) ?? null, grades });
  });
}
