/**
 * SQL for whether a revision was submitted after the reveal. The column is null in rows of earlier releases, with which
 * only the first revision of a blind review counted.
 *
 * @param table the table of the revision, `reviews` or `review_revisions`.
 * @param ofReview the condition for the review `r` of the revision.
 */
const afterReveal = (table: string, ofReview: string): string =>
  `coalesce(${table}.after_reveal, ${table}.revision > 1 and exists (
    select from reviews r join review_tasks t on t.workspace_id = r.workspace_id and t.id = r.task_id
    where r.workspace_id = ${table}.workspace_id and ${ofReview} and t.blind and t.origin = 'review'
  )) as is_after_reveal`;

/** {@link afterReveal} for the table `reviews`. */
export const currentAfterReveal = afterReveal("reviews", "r.id = reviews.id");
/** {@link afterReveal} for the table `review_revisions`. */
export const revisionAfterReveal = afterReveal("review_revisions", "r.id = review_revisions.review_id");
