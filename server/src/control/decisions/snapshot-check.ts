import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import type { WorkspaceSnapshot } from "./policy-snapshot.ts";
import { findChangesSince } from "./snapshot-queries.ts";

/** The snapshot of a decision changed before the decision's event could be written. */
export class SnapshotChangedError extends Error {
  override readonly name = "SnapshotChangedError";
  readonly workspace: WorkspaceSnapshot;

  constructor(workspace: WorkspaceSnapshot) {
    super("The snapshot of a decision has changed.");
    this.workspace = workspace;
  }
}

/**
 * Whether all events in the log are verified to leave the snapshot unchanged.
 *
 * @throws {SnapshotChangedError}
 */
export function isUnchanged({ size, shared }: LockedLog, workspace: WorkspaceSnapshot): boolean {
  if (workspace.isStale) throw new SnapshotChangedError(workspace);
  if (size === workspace.verifiedSize) shared.set("verified", size);
  return workspace.verifiedSize === shared.get("verified");
}

/**
 * Requires that no event has changed the snapshot. The log therefore never allows a call of an agent after
 * the suspension of that agent.
 *
 * @throws {SnapshotChangedError} if the snapshot has changed.
 */
export async function requireUnchanged(
  { shared, read }: LockedLog,
  workspaceId: string,
  workspace: WorkspaceSnapshot,
): Promise<void> {
  const since = workspace.verifiedSize;
  const changes = await read((tx) => findChangesSince(tx, workspaceId, since));
  if (changes.lastChange > since || changes.size < since) throw new SnapshotChangedError(workspace);
  // Committed events never change, so the events up to this size need no second verification.
  workspace.verifiedSize = changes.size;
  shared.set("verified", changes.size);
}
