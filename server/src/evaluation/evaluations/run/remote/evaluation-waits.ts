import type { Knex } from "knex";
import type { EvaluationKey, EvaluationRow } from "../../evaluation-queries.ts";

/** Maximum time for which an evaluation waits for endpoints, in total (milliseconds). */
export const maxWaitMs = 15 * 60_000;

/** Returns the time for which an evaluation has waited for endpoints, in total (milliseconds). */
export const waitedMs = (
  { waited_ms: before, waiting_since: since }: Pick<EvaluationRow, "waited_ms" | "waiting_since">,
  now: Date,
): number => before + (since ? Math.max(0, now.getTime() - since.getTime()) : 0);

const keyed = (db: Knex, { workspaceId, evaluationId }: EvaluationKey) =>
  db("evaluations").where({ workspace_id: workspaceId, id: evaluationId });

/** Records that a running evaluation waits for an endpoint, unless it already waits for one. */
export async function startWait(
  db: Knex,
  key: EvaluationKey,
  { origin, since }: { origin: string; since: Date },
): Promise<void> {
  await keyed(db, key)
    .where({ status: "running" })
    .whereNull("waiting_origin")
    .update({ waiting_origin: origin, waiting_since: since });
}

/** Records that an evaluation no longer waits for an endpoint, because the endpoint has responded. */
export async function endWait(
  db: Knex,
  key: EvaluationKey,
  { origin, until }: { origin: string; until: Date },
): Promise<void> {
  await keyed(db, key)
    .where({ waiting_origin: origin })
    .update({
      waiting_origin: null,
      waiting_since: null,
      waited_ms: db.raw(
        "waited_ms + greatest(0, extract(epoch from ?::timestamptz - waiting_since) * 1000)",
        [until],
      ),
    });
}
