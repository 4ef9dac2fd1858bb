import { limits } from "@assay/contract/platform/limits";
import { exportedCheckpoint, exportedLine } from "@assay/contract/wire";
import type { EvidenceDeps } from "../evidence-deps.ts";
import { eventToWire } from "../events/event-wire.ts";
import { listEvents } from "../events/event-queries.ts";
import { findLog } from "../log-queries.ts";

/** Most events that are read at a time … */
const mostEvents = 500;
/** … and about how many characters of the file: each event may have 64 KiB, and many may export at a time. */
const pageCharacters = 1024 * 1024;
/** How many of the largest events these are. */
const fewEvents = Math.floor(pageCharacters / limits.eventDataBytes);

/**
 * The exported log, line by line, and last its checkpoint. Nothing is locked and no transaction stays open meanwhile: it
 * goes on until it has come to the end that the log had when it began, and to each event that tells of an erasure of what
 * it wrote.
 */
export async function* exportLines(
  { database, evidence }: Pick<EvidenceDeps, "database" | "evidence">,
  workspaceId: string,
): AsyncGenerator<string, void, undefined> {
  const { knex } = database;
  let [last, limit] = [0, fewEvents];
  let end = (await findLog(knex, workspaceId))?.size ?? 0;
  while (last < end) {
    const rows = await listEvents(knex, { workspaceId }, { order: "asc", limit, after: last, upTo: end });
    const lines = rows.map((row) => exportedLine(eventToWire(row))).join("");
    yield lines;
    // As many as there would be of such as these, but never many more than before: what follows may be larger.
    const fitting = Math.floor((pageCharacters * rows.length) / Math.max(1, lines.length));
    limit = Math.max(fewEvents, Math.min(fitting, 2 * limit, mostEvents));
    for (const { erased_by: erasedBy } of rows) end = Math.max(end, erasedBy ?? 0);
    const next = rows.at(-1)?.seq;
    // Whoever took events out of the database has left nothing to go on from: the checkpoint will tell.
    if (next === undefined) break;
    last = next;
  }
  const { note } = await evidence.checkpoints.sign(workspaceId, end);
  yield exportedCheckpoint(note);
}
