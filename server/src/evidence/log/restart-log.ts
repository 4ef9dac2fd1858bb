import { restartType } from "@assay/contract/evidence/log/erasure-rules";
import type { EvidenceDeps } from "../evidence-deps.ts";
import { findSignedGeneration } from "./checkpoint-queries.ts";
import { findLog, findLoggedGeneration } from "../log-queries.ts";

/**
 * Begins a workspace's log anew after events were lost, as by the restore of an old backup: it goes on from the events that
 * there are, under another name, so that none of its checkpoints can be taken for one of the log before. The event that
 * tells of it names the last checkpoint that is known to have been signed.
 *
 * @param because why; it stands in the log.
 * @returns the new generation.
 */
export async function restartLog(
  { database, evidence, now }: Pick<EvidenceDeps, "database" | "evidence" | "now">,
  workspaceId: string,
  because: string,
): Promise<number> {
  const { knex } = database;
  const known = await evidence.witness.lastOf(workspaceId);
  // A name that was ever given is never given again, whatever the database says the present one is.
  const given = [
    known?.generation,
    (await findLog(knex, workspaceId))?.generation,
    await findLoggedGeneration(knex, workspaceId),
    await findSignedGeneration(knex, workspaceId),
  ];
  const generation = Math.max(1, ...given.map((one) => one ?? 1)) + 1;
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
