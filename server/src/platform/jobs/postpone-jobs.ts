import type { Knex } from "knex";

/** Bindings: delay in seconds, workspace, group, kind. Jobs are locked in the order in which a cancellation locks them. */
const postpone = `
  with later as (select date_trunc('milliseconds', now()) + make_interval(secs => ?) as at),
  waiting as (
    select workspace_id, id from jobs
    where workspace_id = ?::uuid and group_id = ?::uuid and kind = ? and state = 'ready'
      and run_at < (select at from later)
    order by id for update skip locked
  )
  update jobs set run_at = later.at from waiting, later
  where jobs.workspace_id = waiting.workspace_id and jobs.id = waiting.id`;

/** Makes the ready jobs of a group wait for a time. Jobs that already wait for longer are unchanged. */
export async function postponeJobs(
  tx: Knex,
  { workspaceId, groupId, kind }: { workspaceId: string; groupId: string; kind: string },
  delayMs: number,
): Promise<void> {
  await tx.raw(postpone, [delayMs / 1000, workspaceId, groupId, kind]);
}
