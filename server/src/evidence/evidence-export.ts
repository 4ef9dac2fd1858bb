import { exportedCheckpoint, exportedLine } from "@assay/contract/wire";
import type { Deps } from "../deps.ts";
import { eventToWire } from "./event-wire.ts";
import { listEvents } from "./event-queries.ts";
import { findLog } from "./log-queries.ts";

/** Events read at a time. */
const pageSize = 500;

/**
 * The exported log, line by line, and last its checkpoint. Nothing is locked and no transaction stays open meanwhile: it
 * goes on until it has come to the end that the log had when it began, and to each event that tells of an erasure of what
 * it wrote.
 */
export async function* exportLines(
  { database, evidence }: Pick<Deps, "database" | "evidence">,
  workspaceId: string,
): AsyncGenerator<string, void, undefined> {
  const { knex } = database;
  let last = 0;
  let end = (await findLog(knex, workspaceId))?.size ?? 0;
  while (last < end) {
    const rows = await listEvents(
      knex,
      { workspaceId },
      { order: "asc", limit: pageSize, after: last, upTo: end },
    );
    yield rows.map((row) => exportedLine(eventToWire(row))).join("");
    for (const { erased_by: erasedBy } of rows) end = Math.max(end, erasedBy ?? 0);
    const next = rows.at(-1)?.seq;
    // Whoever took events out of the database has left nothing to go on from: the checkpoint will tell.
    if (next === undefined) break;
    last = next;
  }
  const { note } = await evidence.checkpoints.sign(workspaceId, end);
  yield exportedCheckpoint(note);
}
