import { isDeepStrictEqual } from "node:util";
import { entityKey } from "@assay/contract/control/hierarchy/entity-name";
import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import { findEntityNodes } from "../hierarchy-queries.ts";
import type { CachedPolicySnapshot, UsedState, WorkspaceSnapshot } from "./policy-snapshot.ts";
import { changesIn, type SnapshotChanges } from "./snapshot-changes.ts";
import { findChangesSince, findLogAndSettings } from "./snapshot-queries.ts";

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

/** Whether changes of agents and policies affect what a decision used. */
const isTouched = (
  { agents, policies }: SnapshotChanges,
  { agent, policyIds, entities }: UsedState,
): boolean =>
  (agent !== null && agents.has(agent)) ||
  [...entities.values()].some(({ name: { type, id } }) => type === "agent" && agents.has(id)) ||
  (policyIds === null ? policies.size > 0 : policyIds.some((id) => policies.has(id)));

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
  isUnchanged({ size, shared }: LockedLog): boolean {
    const { workspace } = this.#snapshot;
    if (workspace.isStale) throw new SnapshotChangedError();
    this.#verified = workspace;
    this.#comparedEntities = undefined;
    if (size === workspace.verifiedSize) shared.set("verified", size);
    return workspace.verifiedSize === shared.get("verified");
  }

  /**
   * Requires that no event has changed what the decision used. The log therefore never allows a call of an agent after
   * the suspension of that agent. Changes of other agents, policies and entities do not affect the decision.
   *
   * @throws {SnapshotChangedError} if what the decision used has changed.
   */
  async requireUnchanged(locked: LockedLog): Promise<void> {
    if (this.isUnchanged(locked)) return;
    const { workspace, used } = this.#snapshot;
    const since = workspace.verifiedSize;
    const found = await locked.read((tx) => findChangesSince(tx, this.#workspaceId, since));
    // Committed events never change, so the events up to this size need no second verification.
    if (found.size >= since && found.changes.length === 0) workspace.verifiedSize = found.size;
    else {
      const changes = await this.#replaced(locked, found);
      if (isTouched(changes, used) || (changes.entities && !(await this.#hasSameEntities(locked))))
        throw new SnapshotChangedError();
      this.#comparedEntities = used.entities.size;
    }
    locked.shared.set("verified", found.size);
  }

  /** Replaces the workspace snapshot by one without what was changed. */
  async #replaced(
    locked: LockedLog,
    { size, changes: rows }: Awaited<ReturnType<typeof findChangesSince>>,
  ): Promise<SnapshotChanges> {
    const { workspace } = this.#snapshot;
    const changes = size < workspace.verifiedSize ? undefined : changesIn(rows);
    if (changes && (!changes.entities || (await this.#hasSameActionGroups(locked)))) {
      this.#verified = workspace.after(changes, size);
      this.#replace(this.#workspaceId, workspace, this.#verified);
      return changes;
    }
    this.#replace(this.#workspaceId, workspace, undefined);
    throw new SnapshotChangedError();
  }

  async #hasSameActionGroups({ read }: LockedLog): Promise<boolean> {
    const current = await read((tx) => findLogAndSettings(tx, this.#workspaceId));
    return isDeepStrictEqual(current.actionGroups ?? {}, this.#snapshot.actionGroups);
  }

  /**
   * Whether the entities are stored as the decision read them. They are read again, because the events of changes do not
   * state which entities were changed. The snapshot may have loaded an entity again since the decision read it.
   */
  async #hasSameEntities({ read }: LockedLog): Promise<boolean> {
    const { workspace, used } = this.#snapshot;
    if (used.isMixed) return false;
    const entities = [...used.entities.values()];
    const namesIf = (isWhole: boolean) =>
      entities.flatMap(({ name, node }) => ((node?.properties !== undefined) === isWhole ? [name] : []));
    const missing = { whole: namesIf(true), parents: namesIf(false) };
    const { settings } = workspace;
    const current = await read((tx) => findEntityNodes(tx, this.#workspaceId, missing, settings));
    return entities.every(({ name, node }) => isDeepStrictEqual(current.get(entityKey(name)), node));
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
