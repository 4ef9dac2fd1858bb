import { activeTimes } from "@assay/contract/review/reviewers/reviewer-figures";
import { periodStart } from "@assay/contract/review/review-period";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { reviewerStatisticsToWire } from "@assay/contract/review/reviewers/reviewer-wire";
import { consensusOf, type GradesByDimension } from "@assay/contract/domain";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";

interface CountsRow {
  completed: number;
  duration_count: number;
  avg_duration: number | null;
  override_count: number;
  active: number[] | null;
}

interface RatedRow {
  grades: GradesByDimension;
  others: GradesByDimension[] | null;
}

/**
 * Selects the reviewer's reviews that were first submitted after a given time, in the projects that the
 * caller can access. Reviews of samples that the caller still has to review blind are excluded, because even
 * the number of such reviews would reveal results.
 */
const ofPeriod = `
  r.workspace_id = :workspaceId::uuid and r.reviewer_id = :reviewerId::uuid and r.first_submitted_at > :since
  and (:projects::uuid[] is null or r.project_id = any(:projects::uuid[]))
  and not (r.sample_id = any(:hidden::uuid[]))`;

const counts = `
  select count(*)::int as completed, count(duration_seconds)::int as duration_count,
    avg(duration_seconds) as avg_duration, count(override_value)::int as override_count,
    array_agg(active_seconds) filter (where active_seconds is not null) as active
  from reviews r where ${ofPeriod}`;

const ratedTogether = `
  select r.grades, (
    select json_agg(o.grades) from reviews o
    where o.workspace_id = r.workspace_id and o.sample_id = r.sample_id and o.rubric_id = r.rubric_id
      and o.reviewer_id <> r.reviewer_id
  ) as others
  from reviews r where ${ofPeriod}`;

/**
 * Returns a reviewer's statistics for a period that ends now.
 *
 * @param scope.hidden samples that the caller must not see.
 */
export async function reviewerStatistics(
  db: Knex,
  { now }: Pick<PlatformDeps, "now">,
  scope: { caller: Caller; reviewer: ReviewerRecord; period: string; hidden: readonly string[] },
) {
  const since = new Date(periodStart(scope.period, now().getTime()));
  const bindings = {
    workspaceId: scope.caller.workspaceId,
    reviewerId: uuidOf("reviewer", scope.reviewer.id),
    since,
    projects: scope.caller.projects && [...scope.caller.projects],
    hidden: [...scope.hidden],
  };
  const [count] = (await db.raw<{ rows: CountsRow[] }>(counts, bindings)).rows;
  if (!count) throw new Error("The aggregate must return one row.");
  const { rows } = await db.raw<{ rows: RatedRow[] }>(ratedTogether, bindings);
  return reviewerStatisticsToWire(scope.reviewer, scope.period, {
    completed: count.completed,
    averageSeconds: count.avg_duration,
    durationCount: count.duration_count,
    ...activeTimes(count.active ?? []),
    overrideCount: count.override_count,
    consensus: consensusOf(rows.map(({ grades, others }) => ({ mine: grades, others: others ?? [] }))),
  });
}
