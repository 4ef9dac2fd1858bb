// Builds proofs over a log. Shared by server and mock.
import {
  consistencyProof,
  type FromNodes,
  inclusionProof,
  type NodeAt,
  type NodePlace,
  rootOf,
} from "../../wire/evidence/merkle.ts";
import {
  consistencyToWire,
  inclusionToWire,
  refuseBeyond,
  refuseConsistency,
  refuseInclusion,
  type SignedLog,
} from "./evidence-rules.ts";

/** The parts of a log that proofs require. */
export interface ProvableLog {
  size: number;
  /** Returns the position of an event. @throws {ApiError} 404 for an unknown event. */
  seqOf: (eventId: string) => number | Promise<number>;
  /** Signs the state of the log at a size (default: its current size). */
  sign: (size?: number) => Promise<SignedLog>;
  /** Reads at least the requested nodes of the tree. */
  readNodes: (places: readonly NodePlace[]) => NodeAt | Promise<NodeAt>;
}

/** The event whose inclusion to prove, and the size of the tree. */
interface InclusionQuery {
  seq?: number | undefined;
  eventId?: string | undefined;
  size?: number | undefined;
}

/**
 * Proves that an event is in the log.
 *
 * @throws {ApiError} 404 for an unknown event; 400 for a tree that is too small to contain the event.
 */
export async function proveInclusion(log: ProvableLog, { seq: given, eventId = "", size }: InclusionQuery) {
  refuseBeyond("size", size, log.size);
  const seq = given ?? (await log.seqOf(eventId));
  refuseInclusion({ seq, size }, log.size);
  const signed = await log.sign(size);
  const proof = inclusionProof(seq - 1, signed.size);
  const leaf = { level: 0, index: seq - 1 };
  const nodeAt = await log.readNodes([...proof.needs, leaf]);
  return inclusionToWire(signed, { seq, leaf: nodeAt(leaf), hashes: proof.from(nodeAt) });
}

/** Proves that the log is append-only. @throws {ApiError} 400 for sizes that the log does not have. */
export async function proveConsistency(
  log: ProvableLog,
  { first, second }: { first: number; second?: number | undefined },
) {
  refuseConsistency({ first, second }, log.size);
  const signed = await log.sign(second);
  const hashes = await fromLog(log, consistencyProof(first, signed.size));
  const firstRoot = await fromLog(log, rootOf(first));
  return consistencyToWire(signed, { first, firstRoot, hashes });
}

const fromLog = async <T>({ readNodes }: ProvableLog, { needs, from }: FromNodes<T>): Promise<T> =>
  from(await readNodes(needs));
