import type { ProvableLog } from "@assay/contract/evidence/log/log-proofs";
import { existing } from "@assay/contract/platform/requests/existing";
import { parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { Checkpoints } from "./checkpoints.ts";
import { findEventsById, readNodes } from "../events/event-queries.ts";
import { findLog, refuseLostEnd } from "../log-queries.ts";

interface Parts {
  knex: Knex;
  checkpoints: Checkpoints;
}

/**
 * Returns the end of a workspace's log, which proofs refer to.
 *
 * @throws {ApiError} 409 `evidence_conflict` if the end was lost.
 */
export async function findProvableLog(
  { knex, checkpoints }: Parts,
  workspaceId: string,
): Promise<ProvableLog> {
  const end = await findLog(knex, workspaceId);
  if (!end) await refuseLostEnd(knex, workspaceId);
  return {
    size: end?.size ?? 0,
    seqOf: async (eventId) => {
      const id = parseId("event", eventId);
      const [event] = id === undefined ? [] : await findEventsById(knex, workspaceId, [id]);
      return existing(event, "event", eventId).seq;
    },
    sign: (size) => checkpoints.sign(workspaceId, size),
    readNodes: (positions) => readNodes(knex, workspaceId, positions),
  };
}
