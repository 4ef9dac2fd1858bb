import { counted } from "@assay/contract/domain";
import { MerkleFrontier, toHex } from "@assay/contract/wire";
import type { Tx } from "../../platform/db/transaction.ts";

/** The recorded end of an evidence log. */
export interface LogState {
  workspaceId: string;
  size: number;
  /** Root of the log's tree in hexadecimal. */
  root: string;
}

const pageSize = 5000;

/**
 * Recomputes the root of each evidence log from the log's events.
 *
 * @throws {Error} if the events of a log do not match its recorded end.
 */
export async function checkLogs(tx: Tx): Promise<LogState[]> {
  const ends: { workspace_id: string; size: number; root: Buffer }[] = await tx("event_logs")
    .select("workspace_id", "size", "root")
    .orderBy("workspace_id");
  const states: LogState[] = [];
  for (const { workspace_id: workspaceId, size, root } of ends) {
    const tree = await treeOf(tx, workspaceId);
    if (tree.size !== size || !root.equals(tree.root()))
      throw new Error(
        `The evidence log of workspace ${workspaceId} has ${counted(tree.size, "event")} and the root ${toHex(tree.root())}, ` +
          `but its recorded end states ${counted(size, "event")} and the root ${root.toString("hex")}.`,
      );
    states.push({ workspaceId, size, root: toHex(tree.root()) });
  }
  return states;
}

async function treeOf(tx: Tx, workspaceId: string): Promise<MerkleFrontier> {
  const tree = new MerkleFrontier();
  for (;;) {
    const rows: { seq: number; leaf_hash: Buffer }[] = await tx("events")
      .where({ workspace_id: workspaceId })
      .where("seq", ">", tree.size)
      .orderBy("seq")
      .limit(pageSize)
      .select("seq", "leaf_hash");
    for (const { seq, leaf_hash: leaf } of rows) {
      if (seq !== tree.size + 1)
        throw new Error(`The evidence log of workspace ${workspaceId} has no event ${tree.size + 1}.`);
      tree.append(leaf);
    }
    if (rows.length < pageSize) return tree;
  }
}
