import { noEventAt, sizeBefore, sizeBeyondLog } from "@assay/contract/evidence/log/evidence-refusals";
import { notFound } from "@assay/contract/platform/refusals";
import { parseId } from "@assay/contract/platform/ids";
import { consistencyProof, type FromNodes, inclusionProof, rootOf, toHex } from "@assay/contract/wire";
import type { Knex } from "knex";
import type { Checkpoints } from "./checkpoints.ts";
import { findEventsById, readNodes } from "../events/event-queries.ts";
import { findLog, refuseLostEnd } from "../log-queries.ts";

/** Computes something from nodes of a log's tree. */
async function fromLog<T>(db: Knex, workspaceId: string, { needs, from }: FromNodes<T>): Promise<T> {
  return from(await readNodes(db, workspaceId, needs));
}

/** Which event a proof is asked for, and of which size of the tree. */
export interface InclusionQuery {
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
  const logSize = await sizeOf(knex, workspaceId, "size", query.size);
  const seq = query.seq ?? (await seqOfId(knex, workspaceId, query.eventId ?? ""));
  if (seq > logSize) throw noEventAt(seq, logSize);
  if (query.size !== undefined && query.size < seq) throw sizeBefore("size", query.size, seq);
  const { size, root, note } = await checkpoints.sign(workspaceId, query.size);
  const index = seq - 1;
  const proof = inclusionProof(index, size);
  const leaf = { level: 0, index };
  const nodeAt = await readNodes(knex, workspaceId, [...proof.needs, leaf]);
  return {
    seq,
    index,
    leafHash: toHex(nodeAt(leaf)),
    treeSize: size,
    hashes: proof.from(nodeAt).map(toHex),
    rootHash: toHex(root),
    checkpoint: note,
  };
}

/** The proof that the log was only added to. @throws {ApiError} 400 for sizes that it does not have. */
export async function proveConsistency(
  { knex, checkpoints }: Parts,
  workspaceId: string,
  { first, second }: { first: number; second?: number | undefined },
) {
  await sizeOf(knex, workspaceId, "first", first);
  await sizeOf(knex, workspaceId, "second", second);
  if (second !== undefined && second < first) throw sizeBefore("second", second, first);
  const { size, root, note } = await checkpoints.sign(workspaceId, second);
  const hashes = await fromLog(knex, workspaceId, consistencyProof(first, size));
  const firstRoot = await fromLog(knex, workspaceId, rootOf(first));
  return {
    first,
    second: size,
    hashes: hashes.map(toHex),
    firstRoot: toHex(firstRoot),
    secondRoot: toHex(root),
    checkpoint: note,
  };
}

/** The log's size, which what was given must not exceed. */
async function sizeOf(
  db: Knex,
  workspaceId: string,
  name: string,
  given: number | undefined,
): Promise<number> {
  const end = await findLog(db, workspaceId);
  if (!end) await refuseLostEnd(db, workspaceId);
  const size = end?.size ?? 0;
  if (given !== undefined && given > size) throw sizeBeyondLog(name, given, size);
  return size;
}

async function seqOfId(db: Knex, workspaceId: string, eventId: string): Promise<number> {
  const id = parseId("event", eventId);
  const [event] = id === undefined ? [] : await findEventsById(db, workspaceId, [id]);
  if (!event) throw notFound("event", eventId);
  return event.seq;
}
