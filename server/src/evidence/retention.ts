import { formatId } from "@assay/contract";
import { counted } from "@assay/contract/domain";
import { erasureType } from "@assay/contract/wire";
import type { Deps } from "../deps.ts";
import { listWorkspaces } from "../workspaces/workspace-service.ts";
import { eraseEvents } from "./erasure-service.ts";

/** Events that one erasure names. */
const batchSize = 500;
const dayMs = 24 * 3_600_000;

type Parts = Pick<Deps, "database" | "evidence" | "now"> & { config: Pick<Deps["config"], "retentionDays"> };

/**
 * Erases data and salt of events that are older than they are kept. Their leaves stay, so every proof holds, and each batch
 * is told in the log as an erasure on request is. Several processes may do it at once: an event is erased by one of them.
 *
 * @returns how many were erased; 0 when everything is kept.
 */
export async function eraseExpired(deps: Parts): Promise<number> {
  const { retentionDays } = deps.config;
  if (retentionDays === undefined) return 0;
  const before = deps.now().getTime() - retentionDays * dayMs;
  const reason = `Kept for ${counted(retentionDays, "day")}.`;
  let count = 0;
  for (const { id: workspaceId } of await listWorkspaces(deps.database.knex)) {
    for (;;) {
      const events = await expiredEvents(deps, workspaceId, before);
      if (events.length === 0) break;
      const caller = { workspaceId, apiKeyId: null };
      const { erased } = await eraseEvents(deps, caller, { events, reason, key: undefined });
      count += erased;
      if (events.length < batchSize) break;
    }
  }
  return count;
}

/** The oldest that have data still, but for those that tell of an erasure: what was erased, and why, stays. */
async function expiredEvents({ database }: Parts, workspaceId: string, before: number): Promise<string[]> {
  const ids: string[] = await database
    .knex("events")
    .where({ workspace_id: workspaceId })
    .whereNull("erased_by")
    .where("received_at", "<", before)
    .whereRaw("not (type = ? and origin = 'server')", [erasureType])
    .orderBy("seq")
    .limit(batchSize)
    .pluck("event_id");
  return ids.map((id) => formatId("event", id));
}
