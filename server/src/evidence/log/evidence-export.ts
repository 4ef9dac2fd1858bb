import { limits } from "@assay/contract/platform/limits";
import { exportedCheckpoint, exportedLine } from "@assay/contract/wire";
import type { EvidenceDeps } from "../evidence-deps.ts";
import { eventToWire } from "../events/event-wire.ts";
import { listEvents } from "../events/event-queries.ts";
import { findLog } from "../log-queries.ts";

/** Maximum number of events in a page. */
const maxEvents = 500;
/**
 * Approximate maximum number of characters in a page. An event may have 64 KiB, and many exports may run
 * concurrently.
 */
const pageCharacters = 1024 * 1024;
/** Number of events that fit into a page even if all of them have the maximum size. */
const minEvents = Math.floor(pageCharacters / limits.eventDataBytes);

/**
 * Yields the exported log line by line, followed by its checkpoint. No lock is held, and no transaction stays
 * open. The export ends with the event that was the log's last one when the export started. If an exported
 * event was erased by a later event, the export continues up to that event.
 */
export async function* exportLines(
  { database, evidence }: Pick<EvidenceDeps, "database" | "evidence">,
  workspaceId: string,
): AsyncGenerator<string, void, undefined> {
  const { knex } = database;
  let [last, limit] = [0, minEvents];
  let end = (await findLog(knex, workspaceId))?.size ?? 0;
  while (last < end) {
    const rows = await listEvents(knex, { workspaceId }, { order: "asc", limit, after: last, upTo: end });
    const lines = rows.map((row) => exportedLine(eventToWire(row))).join("");
    yield lines;
    // The limit is estimated from the size of this page. It at most doubles, because the following events may
    // be larger.
    const fitting = Math.floor((pageCharacters * rows.length) / Math.max(1, lines.length));
    limit = Math.max(minEvents, Math.min(fitting, 2 * limit, maxEvents));
    for (const { erased_by: erasedBy } of rows) end = Math.max(end, erasedBy ?? 0);
    const next = rows.at(-1)?.seq;
    // Events were deleted from the database. The export fails verification against its checkpoint, which
    // reveals this.
    if (next === undefined) break;
    last = next;
  }
  const { note } = await evidence.checkpoints.sign(workspaceId, end);
  yield exportedCheckpoint(note);
}
