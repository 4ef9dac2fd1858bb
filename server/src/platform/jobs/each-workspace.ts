import { logFailure } from "../http/server/log-failure.ts";
import type { Logger } from "../log.ts";

/** Periodic work in one workspace. */
export interface WorkspaceWork {
  log: Logger;
  /** The message that is logged, together with the workspace's id, if the work fails. */
  failure: string;
  work: (workspaceId: string) => Promise<unknown>;
}

/**
 * Does periodic work in workspaces, one after another. An error in one workspace is logged and does not affect
 * the others; the next round retries it.
 */
export async function forEachWorkspace(
  workspaceIds: readonly string[],
  { log, failure, work }: WorkspaceWork,
): Promise<void> {
  for (const workspaceId of workspaceIds) {
    try {
      await work(workspaceId);
    } catch (error) {
      logFailure(log, error, failure, { workspaceId });
    }
  }
}
