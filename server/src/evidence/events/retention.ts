import { lastingTypes } from "@assay/contract/evidence/log/erasure-rules";
import { formatId } from "@assay/contract/platform/ids";
import { counted } from "@assay/contract/domain";
import type { EvidenceDeps } from "../evidence-deps.ts";
import { forEachWorkspace } from "../../platform/jobs/each-workspace.ts";
import { listWorkspaces } from "../../workspace/workspaces/workspace-service.ts";
import { eraseEvents } from "./erasure-service.ts";

/** Maximum number of events in one erasure. */
const batchSize = 500;
const dayMs = 24 * 3_600_000;

type Parts = Pick<EvidenceDeps, "database" | "evidence" | "now" | "log"> & {
  config: Pick<EvidenceDeps["config"], "retentionDays">;
};

/**
 * Erases the data and salts of events that are older than the retention period. The leaves of these events
 * stay in the log, so every proof stays valid. Each batch is logged in the same way as a requested erasure.
 * Several processes may run this concurrently, because only one of them erases a given event. An error in one
 * log is reported and does not affect the logs of other workspaces.
 *
 * @returns the number of erased events; 0 if no retention period is configured.
 */
export async function eraseExpired(deps: Parts): Promise<number> {
  const { retentionDays } = deps.config;
  if (retentionDays === undefined) return 0;
  const before = deps.now().getTime() - retentionDays * dayMs;
  const reason = `Older than the retention period of ${counted(retentionDays, "day")}.`;
  let count = 0;
  const workspaces = await listWorkspaces(deps.database.knex);
  await forEachWorkspace(
    workspaces.map(({ id }) => id),
    {
      log: deps.log,
      failure: "evidence retention failed",
      work: async (workspaceId) => {
        count += await eraseBefore(deps, workspaceId, { before, reason });
      },
    },
  );
  return count;
}

async function eraseBefore(
  deps: Parts,
  workspaceId: string,
  { before, reason }: { before: number; reason: string },
): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const rows = await expiredEvents(deps, workspaceId, { before, after });
    const last = rows.at(-1);
    if (!last) return count;
    const events = rows.map((row) => formatId("event", row.event_id));
    const caller = { workspaceId, apiKeyId: null };
    count += (await eraseEvents(deps, caller, { events, reason, key: undefined })).erased;
    if (rows.length < batchSize) return count;
    after = last.seq;
  }
}

/**
 * Returns the oldest events after a position that still have data, except events with a type that is never
 * erased.
 */
async function expiredEvents(
  { database }: Parts,
  workspaceId: string,
  { before, after }: { before: number; after: number },
): Promise<{ seq: number; event_id: string }[]> {
  return database
    .knex("events")
    .where({ workspace_id: workspaceId })
    .whereNull("erased_by")
    .where("seq", ">", after)
    .where("received_at", "<", before)
    .whereRaw("not (type = any(?::text[]) and origin = 'server')", [[...lastingTypes]])
    .orderBy("seq")
    .limit(batchSize)
    .select("seq", "event_id");
}
