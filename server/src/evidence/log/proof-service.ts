import {
  consistencyToWire,
  inclusionToWire,
  refuseBeyond,
  refuseConsistency,
  refuseInclusion,
} from "@assay/contract/evidence/log/evidence-rules";
import { notFound } from "@assay/contract/platform/refusals";
import { parseId } from "@assay/contract/platform/ids";
import { consistencyProof, type FromNodes, inclusionProof, rootOf } from "@assay/contract/wire";
import type { Knex } from "knex";
import type { Checkpoints } from "./checkpoints.ts";
import { findEventsById, readNodes } from "../events/event-queries.ts";
import { findLog, refuseLostEnd } from "../log-queries.ts";

/** Computes something from nodes of a log's tree. */
async function fromLog<T>(db: Knex, workspaceId: string, { needs, from }: FromNodes<T>): Promise<T> {
  return from(await readNodes(db, workspaceId, needs));
}

/** Which event a proof is asked for, and of which size of the tree. */
interface InclusionQuery {
  seq?: number | undefined;
  eventId?: string | undefined;
  size?: number | undefined;
}

interface Parts {
  knex: Knex;
  checkpoints: Checkpoints;
}

/** The proof that an event is in the log. @throws {ApiError} 404 without such an event; 400 for a size it is not in. */
export async function proveInclusion(
  { knex, checkpoints }: Parts,
  workspaceId: string,
  query: InclusionQuery,
) {
  const logSize = await sizeOf(knex, workspaceId);
  refuseBeyond("size", query.size, logSize);
  const seq = query.seq ?? (await seqOfId(knex, workspaceId, query.eventId ?? ""));
  refuseInclusion({ seq, size: query.size }, logSize);
  const signed = await checkpoints.sign(workspaceId, query.size);
  const proof = inclusionProof(seq - 1, signed.size);
  const leaf = { level: 0, index: seq - 1 };
  const nodeAt = await readNodes(knex, workspaceId, [...proof.needs, leaf]);
  return inclusionToWire(signed, { seq, leaf: nodeAt(leaf), hashes: proof.from(nodeAt) });
}

/** The proof that the log was only added to. @throws {ApiError} 400 for sizes that it does not have. */
export async function proveConsistency(
  { knex, checkpoints }: Parts,
  workspaceId: string,
  { first, second }: { first: number; second?: number | undefined },
) {
  refuseConsistency({ first, second }, await sizeOf(knex, workspaceId));
  const signed = await checkpoints.sign(workspaceId, second);
  const hashes = await fromLog(knex, workspaceId, consistencyProof(first, signed.size));
  const firstRoot = await fromLog(knex, workspaceId, rootOf(first));
  return consistencyToWire(signed, { first, firstRoot, hashes });
}

/** The log's size. @throws {ApiError} 409 `evidence_conflict` where its end was lost. */
async function sizeOf(db: Knex, workspaceId: string): Promise<number> {
  const end = await findLog(db, workspaceId);
  if (!end) await refuseLostEnd(db, workspaceId);
  return end?.size ?? 0;
}

async function seqOfId(db: Knex, workspaceId: string, eventId: string): Promise<number> {
  const id = parseId("event", eventId);
  const [event] = id === undefined ? [] : await findEventsById(db, workspaceId, [id]);
  if (!event) throw notFound("event", eventId);
  return event.seq;
}
