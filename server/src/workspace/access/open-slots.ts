/**
 * Returns SQL for the number of open slots of a task. Does not count a slot that is reserved for another reviewer.
 *
 * @param task the table `review_tasks` or its alias.
 * @param reviewer SQL for the reviewer's UUID.
 */
export const openSlotsFor = (task: string, reviewer: string): string => {
  const assignments = `from review_assignments a
    where a.workspace_id = ${task}.workspace_id and a.task_id = ${task}.id`;
  return `${task}.reviews_required - (select count(*) ${assignments})
    - case when ${task}.mode = 'manual' and ${task}.wanted_reviewer_id <> ${reviewer}
        and not exists (select ${assignments} and a.reviewer_id = ${task}.wanted_reviewer_id) then 1 else 0 end`;
};
