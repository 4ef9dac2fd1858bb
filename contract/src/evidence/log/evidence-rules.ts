// Rules for proofs: which proofs a caller can request, and their responses. Shared by server and mock.
import { toHex } from "../../wire/crypto/bytes.ts";
import { beyondHead, noEventAt, sizeBefore, sizeBeyondLog } from "./evidence-refusals.ts";

/** A signed state of a log. */
export interface SignedLog {
  origin: string;
  size: number;
  root: Uint8Array;
  /** Id of the signing key. */
  kid: string;
  /** The checkpoint as a signed note. */
  note: string;
}

/** Refuses a size beyond the end of the log. @param given undefined if absent. @throws {ApiError} 400. */
export function refuseBeyond(name: string, given: number | undefined, logSize: number): void {
  if (given !== undefined && given > logSize) throw sizeBeyondLog(name, given, logSize);
}

/**
 * Refuses a request for an inclusion proof that does not exist.
 *
 * @throws {ApiError} 404 for an unknown event; 400 for a tree that is too small to contain the event.
 */
export function refuseInclusion(
  { seq, size }: { seq: number; size: number | undefined },
  logSize: number,
): void {
  if (seq > logSize) throw noEventAt(seq, logSize);
  if (size !== undefined && size < seq) throw sizeBefore("size", size, seq);
}

/** Refuses a consistency proof between sizes that the log does not have. @throws {ApiError} 400. */
export function refuseConsistency(
  { first, second }: { first: number; second?: number | undefined },
  logSize: number,
): void {
  refuseBeyond("first", first, logSize);
  refuseBeyond("second", second, logSize);
  if (second !== undefined && second < first) throw sizeBefore("second", second, first);
}

/** Converts a checkpoint to its form in responses. */
export const checkpointToWire = ({ origin, size, root, kid, note }: SignedLog) => ({
  origin,
  size,
  rootHash: toHex(root),
  kid,
  checkpoint: note,
});

/** Converts an inclusion proof to its form in responses. */
export const inclusionToWire = (
  { size, root, note }: Pick<SignedLog, "size" | "root" | "note">,
  { seq, leaf, hashes }: { seq: number; leaf: Uint8Array; hashes: readonly Uint8Array[] },
) => ({
  seq,
  index: seq - 1,
  leafHash: toHex(leaf),
  treeSize: size,
  hashes: hashes.map(toHex),
  rootHash: toHex(root),
  checkpoint: note,
});

/** Converts a consistency proof to its form in responses. */
export const consistencyToWire = (
  { size, root, note }: Pick<SignedLog, "size" | "root" | "note">,
  { first, firstRoot, hashes }: { first: number; firstRoot: Uint8Array; hashes: readonly Uint8Array[] },
) => ({
  first,
  second: size,
  hashes: hashes.map(toHex),
  firstRoot: toHex(firstRoot),
  secondRoot: toHex(root),
  checkpoint: note,
});

/**
 * Checks the position after which a stream of events continues.
 *
 * @param lastId the value of the header, which is a whole number.
 * @param head number of events in the log.
 * @throws {ApiError} 400 if the position is beyond the end of the log.
 */
export function checkResumable(lastId: string, head: number): void {
  if (Number(lastId) > head) throw beyondHead(lastId, head);
}
