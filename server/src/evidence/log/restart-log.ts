import { restartType } from "@assay/contract/evidence/log/erasure-rules";
import type { EvidenceDeps } from "../evidence-deps.ts";
import { findSignedGeneration } from "./checkpoint-queries.ts";
import { findLog, findLoggedGeneration } from "../log-queries.ts";

/**
 * Restarts a workspace's log after a loss of events, for example after an old backup was restored. The log
 * continues from the existing events under another name, so its checkpoints cannot be confused with earlier
 * ones. An event records the restart and the last recorded checkpoint.
 *
 * @param because the reason for the restart, which is stored in the log.
 * @returns the new generation.
 */
export async function restartLog(
  { database, evidence, now }: Pick<EvidenceDeps, "database" | "evidence" | "now">,
  workspaceId: string,
  because: string,
): Promise<number> {
  const { knex } = database;
  const lastSigned = await evidence.witness.lastOf(workspaceId);
  // A generation is never reused, even if the database currently has a lower one.
  const used = [
    lastSigned?.generation,
    (await findLog(knex, workspaceId))?.generation,
    await findLoggedGeneration(knex, workspaceId),
    await findSignedGeneration(knex, workspaceId),
  ];
  const generation = Math.max(1, ...used.map((one) => one ?? 1)) + 1;
  const at = now().getTime();
  await evidence.writer.append(workspaceId, async ({ query }) => {
    await query((tx) => tx("event_logs").where({ workspace_id: workspaceId }).update({ generation }));
    return {
      type: restartType,
      session: null,
      ts: at,
      receivedAt: at,
      origin: "server",
      data: { because, generation, lastSigned: lastSigned ?? null },
      after: (tx) => evidence.heads.sealEnd(tx, workspaceId),
    };
  });
  return generation;
}
