import { groupBy } from "@assay/contract/domain";
import { disagreementKey } from "@assay/contract/review/adjudication/disagreements/disagreement-rules";
import { disagreementToWire } from "@assay/contract/review/adjudication/disagreements/disagreement-wire";
import type { DisagreementsQuery } from "@assay/contract/review/adjudication/disagreements/disagreements";
import { sampleGrades } from "@assay/contract/review/adjudication/disagreements/sample-grades";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { idFilter, idOrNone } from "../../platform/http/request/id-filter.ts";
import { type ListIdentity, pageOf, positionOf } from "../../platform/http/request/page.ts";
import type { BlindCaller } from "../../workspace/access/blind-access.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import { type DisagreementRow, listDisagreements } from "./disagreement-queries.ts";
import { requireNamed } from "./named-objects.ts";
import { listRatedReviews } from "./rated-dimension-queries.ts";

/**
 * Returns a page of disagreements, with two statements unless the page is empty.
 *
 * @throws {ApiError} the refusals of `checkListFilter`.
 */
export async function disagreementPage(db: Knex, caller: Reach & BlindCaller, query: DisagreementsQuery) {
  const identity = identityOf(query);
  const includeUnblinded = query.include_unblinded === true;
  const rows = await listDisagreements(db, caller, {
    projectId: idOrNone("project", query.project),
    rubricId: idFilter("rubric", query.rubric),
    taskId: idFilter("review_task", query.task),
    dimension: query.dimension,
    minSpread: query.min_spread,
    adjudicated: query.adjudicated,
    includeUnblinded,
    limit: query.limit,
    position: positionOf(query, identity),
  });
  if (rows.length === 0) await requireNamed(db, caller, query);
  const { data, ...page } = pageOf(rows, query, identity, { toWire: (row) => row, keyOf });
  return { ...page, data: await withGrades(db, caller.workspaceId, { rows: data, includeUnblinded }) };
}

/** Converts the disagreements of a page to their form in responses, with the grades that differ. */
async function withGrades(
  db: Knex,
  workspaceId: string,
  { rows, includeUnblinded }: { rows: readonly DisagreementRow[]; includeUnblinded: boolean },
) {
  const sampleIds = [...new Set(rows.map(({ sample }) => uuidOf("sample", sample)))];
  const rubricIds = [...new Set(rows.map(({ rubric }) => uuidOf("rubric", rubric)))];
  const reviews = await listRatedReviews(db, { workspaceId, rubricIds, sampleIds });
  const reviewsOf = groupBy(reviews, ({ sample, rubric }) => `${sample} ${rubric}`);
  return rows.map((row) => {
    const { sample, rubric, dimension } = row;
    const ofSample = reviewsOf.get(`${sample} ${rubric}`) ?? [];
    return disagreementToWire({ ...row, grades: sampleGrades(ofSample, { dimension, includeUnblinded }) });
  });
}

const identityOf = ({ limit: _limit, after: _after, ...filter }: DisagreementsQuery): ListIdentity => ({
  list: "disagreements",
  filter,
  key: ["number", "uuid", "text", "uuid"],
});

const keyOf = ({ sample, rubric, ...row }: DisagreementRow): readonly (string | number)[] =>
  disagreementKey({ ...row, sample: uuidOf("sample", sample), rubric: uuidOf("rubric", rubric) });
