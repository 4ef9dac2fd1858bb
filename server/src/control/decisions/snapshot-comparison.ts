import { isDeepStrictEqual } from "node:util";
import { entityKey } from "@assay/contract/control/hierarchy/entity-name";
import type { EntityNode } from "@assay/contract/control/hierarchy/entity-nodes";
import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import { findEntityNodes } from "../hierarchy-queries.ts";
import type { LaterChanges, UsedState, WorkspaceSnapshot } from "./policy-snapshot.ts";
import { changesIn, type SnapshotChanges } from "./snapshot-changes.ts";
import { findChangesSince, findLogAndSettings } from "./snapshot-queries.ts";

/** What reading the later changes requires. */
type Reading = Pick<LockedLog, "readState">;

const noChanges: SnapshotChanges = { agents: new Set(), policies: new Set(), entities: false };

/** Whether changes of agents and policies affect what a decision used. */
const isTouched = (
  { agents, policies }: SnapshotChanges,
  { agent, policyIds, entities }: UsedState,
): boolean =>
  (agent !== null && agents.has(agent)) ||
  [...entities.values()].some(({ name: { type, id } }) => type === "agent" && agents.has(id)) ||
  (policyIds === null ? policies.size > 0 : policyIds.some((id) => policies.has(id)));

/** The control changes in the log after a workspace snapshot. All decisions on this snapshot share the comparison. */
class SnapshotComparison implements LaterChanges {
  readonly next: WorkspaceSnapshot | undefined;
  readonly #changes: SnapshotChanges;
  readonly #workspaceId: string;
  /** The entities as they are stored now. */
  readonly #stored = new Map<string, EntityNode | undefined>();

  /** @param changes the changes between `next` and the earlier snapshot. */
  constructor(workspaceId: string, next: WorkspaceSnapshot | undefined, changes: SnapshotChanges) {
    this.#workspaceId = workspaceId;
    this.next = next;
    this.#changes = changes;
  }

  async affects(reading: Reading, used: UsedState): Promise<boolean> {
    return (
      isTouched(this.#changes, used) || (this.#changes.entities && !(await this.#hasSame(reading, used)))
    );
  }

  /**
   * Whether the entities are stored as the decision read them. They are read again, because the events of changes do not
   * state which entities were changed. The snapshot may have loaded an entity again since the decision read it.
   */
  async #hasSame(reading: Reading, used: UsedState): Promise<boolean> {
    if (used.isMixed) return false;
    const entities = [...used.entities.values()];
    await this.#read(reading, entities);
    const isSame = entities.every((one) => isDeepStrictEqual(this.#stored.get(keyOf(one)), one.node));
    if (isSame) for (const { name, node } of entities) if (node) this.next?.keep(entityKey(name), node);
    return isSame;
  }

  async #read({ readState }: Reading, entities: readonly UsedEntity[]): Promise<void> {
    const missing = entities.filter((one) => !this.#stored.has(keyOf(one)));
    if (missing.length === 0 || !this.next) return;
    const namesIf = (isWhole: boolean) =>
      missing.flatMap((one) => (isWholeOf(one) === isWhole ? [one.name] : []));
    const names = { whole: namesIf(true), parents: namesIf(false) };
    const { settings } = this.next;
    const current = await readState((db) => findEntityNodes(db, this.#workspaceId, names, settings));
    for (const one of missing) this.#stored.set(keyOf(one), current.get(entityKey(one.name)));
  }
}

type UsedEntity = UsedState["entities"] extends Map<string, infer Entity> ? Entity : never;

/** Whether the properties of an entity were loaded. */
const isWholeOf = ({ node }: UsedEntity): boolean => node?.properties !== undefined;

const keyOf = (one: UsedEntity): string => `${isWholeOf(one)} ${entityKey(one.name)}`;

/**
 * Compares a workspace snapshot with the later control changes in the log. If there are none, the snapshot is verified up
 * to the end of the log.
 */
export async function compareWithLog(
  { readState }: Reading,
  workspaceId: string,
  workspace: WorkspaceSnapshot,
): Promise<LaterChanges | undefined> {
  const since = workspace.verifiedSize;
  const { size, changes: rows } = await readState((db) => findChangesSince(db, workspaceId, since));
  if (size >= since && rows.length === 0) {
    // Committed events never change, so the events up to this size need no second verification.
    workspace.verifiedSize = Math.max(workspace.verifiedSize, size);
    return undefined;
  }
  const changes = size < since ? undefined : changesIn(rows);
  const isPartial =
    changes && (!changes.entities || (await hasSameActionGroups({ readState }, workspaceId, workspace)));
  return isPartial
    ? new SnapshotComparison(workspaceId, workspace.after(changes, size), changes)
    : new SnapshotComparison(workspaceId, undefined, noChanges);
}

async function hasSameActionGroups(
  { readState }: Reading,
  workspaceId: string,
  { actionGroups }: WorkspaceSnapshot,
): Promise<boolean> {
  const current = await readState((db) => findLogAndSettings(db, workspaceId));
  return isDeepStrictEqual(current.actionGroups ?? {}, actionGroups);
}
