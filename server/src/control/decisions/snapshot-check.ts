import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import type { CachedPolicySnapshot, LaterChanges, WorkspaceSnapshot } from "./policy-snapshot.ts";
import { compareWithLog } from "./snapshot-comparison.ts";

/** The state that a decision used changed before the decision's event could be written. */
export class SnapshotChangedError extends Error {
  override readonly name = "SnapshotChangedError";

  constructor() {
    super("The snapshot of a decision has changed.");
  }
}

/** Receives the workspace snapshot that replaces an earlier one; undefined if the earlier one is only invalid. */
export type ReplaceSnapshot = (
  workspaceId: string,
  earlier: WorkspaceSnapshot,
  next: WorkspaceSnapshot | undefined,
) => void;

/** Whether the log has no control change after a workspace snapshot, as far as it was read in this transaction. */
function isVerified(
  { size, shared }: Pick<LockedLog, "size" | "shared">,
  { verifiedSize }: WorkspaceSnapshot,
): boolean {
  if (size === verifiedSize) shared.set("verified", size);
  return verifiedSize === shared.get("verified");
}

/** Verifies under the log's lock that what a decision used of its snapshot has not changed. */
export class SnapshotCheck {
  readonly #workspaceId: string;
  readonly #snapshot: CachedPolicySnapshot;
  readonly #replace: ReplaceSnapshot;
  /** The workspace snapshot that is verified up to the end of the log. */
  #verified: WorkspaceSnapshot;
  /** Number of used entities that were compared with later changes; undefined if there were no later changes. */
  #comparedEntities: number | undefined;

  /** @param replace called if the log has control changes after the workspace snapshot. */
  constructor(workspaceId: string, snapshot: CachedPolicySnapshot, replace: ReplaceSnapshot) {
    this.#workspaceId = workspaceId;
    this.#snapshot = snapshot;
    this.#replace = replace;
    this.#verified = snapshot.workspace;
  }

  /**
   * Whether it is known without a query that the log has no control change after the snapshot.
   *
   * @throws {SnapshotChangedError}
   */
  isUnchanged(locked: Pick<LockedLog, "size" | "shared">): boolean {
    const { workspace } = this.#snapshot;
    if (workspace.isStale) throw new SnapshotChangedError();
    this.#verified = workspace;
    this.#comparedEntities = undefined;
    return isVerified(locked, workspace);
  }

  /**
   * Requires that no event has changed what the decision used. The log therefore never allows a call of an agent after
   * the suspension of that agent. Changes of other agents, policies and entities do not affect the decision.
   *
   * @throws {SnapshotChangedError} if what the decision used has changed.
   */
  async requireUnchanged(locked: Pick<LockedLog, "size" | "shared" | "readState">): Promise<void> {
    if (this.isUnchanged(locked)) return;
    const { used } = this.#snapshot;
    // The decisions before this one may have compared the snapshot with the changes, and with further ones since.
    while (!isVerified(locked, this.#verified)) {
      const comparison = this.#verified.comparison ?? (await this.#compare(locked));
      if (!comparison) break;
      if (!comparison.next || (await comparison.affects(locked, used))) throw new SnapshotChangedError();
      this.#comparedEntities = used.entities.size;
      this.#verified = comparison.next;
    }
  }

  /** Reads the changes after the workspace snapshot that was verified last. */
  async #compare(locked: Pick<LockedLog, "shared" | "readState">): Promise<LaterChanges | undefined> {
    const earlier = this.#verified;
    const comparison = await compareWithLog(locked, this.#workspaceId, earlier);
    earlier.comparison = comparison;
    if (comparison) this.#replace(this.#workspaceId, earlier, comparison.next);
    locked.shared.set("verified", (comparison?.next ?? earlier).verifiedSize);
    return comparison;
  }

  /**
   * Requires that a second evaluation used no entity that was not compared with later changes.
   *
   * @throws {SnapshotChangedError}
   */
  requireNoFurtherEntities(): void {
    const { size } = this.#snapshot.used.entities;
    if (this.#comparedEntities !== undefined && size > this.#comparedEntities)
      throw new SnapshotChangedError();
  }

  /**
   * Notes that the decision's event is stored. The events before it came in the same transaction after the
   * verification. They are decisions and callers' events, not control changes, so the next decision need not verify
   * them.
   */
  stored(seq: number): void {
    this.#verified.verifiedSize = Math.max(this.#verified.verifiedSize, seq);
  }
}
