/**
 * Adds override columns next to the evaluators' scores. In the table `results`, the three new columns are
 * null unless the score was overridden, so the effective value is `coalesce(effective_score, score)`.
 */
export const overrideStatements = [
  `alter table results
    add column effective_score double precision,
    add column effective_passed boolean,
    add column overridden_by uuid`,
  `create index sample_scores_of_sample on sample_scores (workspace_id, sample_id)`,
  `alter table evaluations add column routing json`,
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are never changed', tg_table_name;
    end $$`,
  `create trigger review_revisions_unchanged before update or delete on review_revisions
    for each row execute function refuse_change()`,
];

/** Reverses these statements, in reverse order. */
export const undoOverrides = [
  `drop function if exists refuse_change() cascade`,
  `alter table evaluations drop column if exists routing`,
  `drop index if exists sample_scores_of_sample`,
  `alter table results
    drop column if exists effective_score,
    drop column if exists effective_passed,
    drop column if exists overridden_by`,
];
