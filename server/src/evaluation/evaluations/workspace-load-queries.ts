import type { WorkspaceLoad } from "@assay/contract/workspace/workspace-load";
import { workspaceLimits } from "@assay/contract/platform/requests/workspace-limits";
import { lockWorkspace } from "../../workspace/access/workspace-limit-queries.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/**
 * Returns the work of a workspace that has not ended; jobs are counted up to their limit. Other transactions that
 * check a limit of the workspace wait until this transaction ends.
 */
export async function loadWorkspaceLoad(tx: Tx, workspaceId: string): Promise<WorkspaceLoad> {
  await lockWorkspace(tx, workspaceId);
  const { rows } = await tx.raw<{ rows: WorkspaceLoad[] }>(
    `select
      (select count(*)::int from evaluations
        where workspace_id = :workspaceId and status in ('pending', 'running')) as "runningEvaluations",
      (select count(*)::int from (
        select from jobs where workspace_id = :workspaceId and state = 'ready' limit :limit
      ) ready) as "readyJobs"`,
    { workspaceId, limit: workspaceLimits.readyJobsPerWorkspace },
  );
  const [load] = rows;
  if (!load) throw new Error("The query must return one row.");
  return load;
}
