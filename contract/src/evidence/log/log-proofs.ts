// The proofs that a log gives. Server and mock go by the same rules.
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

/** A log as its proofs are made of it. */
export interface ProvableLog {
  size: number;
  /** The place of an event. @throws {ApiError} 404 without such an event. */
  seqOf: (eventId: string) => number | Promise<number>;
  /** Signs the state at a size; at the log's own, when none is given. */
  sign: (size?: number) => Promise<SignedLog>;
  /** Reads nodes of the tree, at least those that are named. */
  readNodes: (places: readonly NodePlace[]) => NodeAt | Promise<NodeAt>;
}

/** Which event a proof is requested for, and of which size of the tree. */
interface InclusionQuery {
  seq?: number | undefined;
  eventId?: string | undefined;
  size?: number | undefined;
}

/** The proof that an event is in the log. @throws {ApiError} 404 without such an event; 400 for a size it is not in. */
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

/** The proof that the log was only added to. @throws {ApiError} 400 for sizes that it does not have. */
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
