import type { Deps } from "../deps.ts";
import { findLog } from "./log-queries.ts";

/** The type of the event that tells that a log was begun anew. */
const restartType = "log_restarted";

/**
 * Begins a workspace's log anew after events were lost, as by the restore of an old backup: it goes on from the events that
 * there are, under another name, so that none of its checkpoints can be taken for one of the log before. The event that
 * tells of it names the last checkpoint that is known to have been signed.
 *
 * @param because why; it stands in the log.
 * @returns the new generation.
 */
export async function restartLog(
  { database, evidence, now }: Pick<Deps, "database" | "evidence" | "now">,
  workspaceId: string,
  because: string,
): Promise<number> {
  const known = await evidence.witness.lastOf(workspaceId);
  const present = (await findLog(database.knex, workspaceId))?.generation ?? 1;
  const generation = Math.max(present, known?.generation ?? 1) + 1;
  const at = now().getTime();
  await evidence.writer.append(workspaceId, async ({ query }) => {
    await query((tx) => tx("event_logs").where({ workspace_id: workspaceId }).update({ generation }));
    return {
      type: restartType,
      session: null,
      ts: at,
      receivedAt: at,
      origin: "server",
      data: { because, generation, lastSigned: known ?? null },
    };
  });
  return generation;
}
