import {
  ambiguousDimension,
  dimensionNotFound,
  notEnoughReviews,
} from "@assay/contract/review/reviews/review-refusals";
import { daysOf } from "@assay/contract/review/reviews/review-period";
import { formatId, parseId } from "@assay/contract/platform/ids";
import type { MeasureReliabilityBody } from "@assay/contract/review/reviews/reliability";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import type { RubricDimension } from "@assay/contract/review/rubrics/rubric-dimensions";
import { reliabilityOf } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { referredProject } from "../../workspace/projects/project-service.ts";
import { refuseBlind } from "../../workspace/access/blind-review.ts";
import { type DimensionsRow, findGrades, rubricsOfProject } from "./reliability-queries.ts";

/**
 * Measures how far reviewers agree on a dimension.
 *
 * @throws {ApiError} 422 for a project, rubric or dimension that there is not, a dimension of several rubrics, or fewer than
 *   two samples with two raters; 403 while the caller has to review a sample of the project blind.
 */
export async function measureReliability(
  db: Knex,
  { now }: Pick<PlatformDeps, "now">,
  caller: Caller,
  body: MeasureReliabilityBody,
) {
  const project = await referredProject(db, caller, { named: body.project });
  await refuseBlind(db, caller, { projectId: project.id });
  const scope = { workspaceId: caller.workspaceId, projectId: project.id };
  const { rubricId, dimension } = chooseDimension(await rubricsOfProject(db, scope), body);
  const grades = await findGrades(db, {
    workspaceId: caller.workspaceId,
    rubricId,
    dimension: dimension.id,
    since: new Date(now().getTime() - daysOf(body.period) * 86_400_000),
    includeUnblinded: body.include_unblinded,
  });
  const measured = reliabilityOf(
    dimension,
    grades.map((row) => ({
      sample: { id: formatId("sample", row.sample_id), externalId: row.external_id },
      reviewer: { id: formatId("reviewer", row.reviewer_id), name: row.name, credentials: row.credentials },
      value: row.value,
      blind: row.blind,
      submittedAt: row.submitted_at.getTime(),
    })),
  );
  if (!measured.enough) throw notEnoughReviews(measured.samples);
  return {
    object: "reliability" as const,
    project: body.project,
    rubric: formatId("rubric", rubricId),
    dimension: dimension.id,
    period: body.period,
    include_unblinded: body.include_unblinded,
    ...measured.figures,
  };
}

function chooseDimension(
  rubrics: readonly DimensionsRow[],
  { rubric, dimension }: MeasureReliabilityBody,
): { rubricId: string; dimension: RubricDimension } {
  const id = rubric === undefined ? undefined : parseId("rubric", rubric);
  const asked = rubric === undefined ? rubrics : rubrics.filter((row) => row.id === id);
  if (rubric !== undefined && asked.length === 0) throw referenceNotFound("rubric", rubric, "/rubric");
  const found = asked.flatMap(({ id: rubricId, dimensions }) =>
    dimensions.filter((one) => one.id === dimension).map((one) => ({ rubricId, dimension: one })),
  );
  const [first, second] = found;
  if (!first) {
    const known = asked.flatMap(({ dimensions }) => dimensions.map((one) => one.id));
    throw dimensionNotFound(dimension, [...new Set(known)].slice(0, 50));
  }
  if (second) {
    const ids = found.map((one) => formatId("rubric", one.rubricId));
    throw ambiguousDimension(dimension, ids.slice(0, 20));
  }
  return first;
}
