// Rules of proofs: which ones a caller can request, and their responses; shared by server and mock.
import { toHex } from "../../wire/crypto/bytes.ts";
import { noEventAt, sizeBefore, sizeBeyondLog } from "./evidence-refusals.ts";

/** A signed state of a log. */
export interface SignedLog {
  origin: string;
  size: number;
  root: Uint8Array;
  /** The signing key. */
  kid: string;
  /** The checkpoint. */
  note: string;
}

/** Refuses a size that the log does not have. @param given undefined: not given. @throws {ApiError} 400. */
export function refuseBeyond(name: string, given: number | undefined, logSize: number): void {
  if (given !== undefined && given > logSize) throw sizeBeyondLog(name, given, logSize);
}

/**
 * Refuses an inclusion proof. @throws {ApiError} 404 for an unknown event; 400 for a size that excludes it.
 */
export function refuseInclusion(
  { seq, size }: { seq: number; size: number | undefined },
  logSize: number,
): void {
  if (seq > logSize) throw noEventAt(seq, logSize);
  if (size !== undefined && size < seq) throw sizeBefore("size", size, seq);
}

/** Refuses a consistency proof. @throws {ApiError} 400 for sizes that the log does not have. */
export function refuseConsistency(
  { first, second }: { first: number; second?: number | undefined },
  logSize: number,
): void {
  refuseBeyond("first", first, logSize);
  refuseBeyond("second", second, logSize);
  if (second !== undefined && second < first) throw sizeBefore("second", second, first);
}

/** A checkpoint, as in responses. */
export const checkpointToWire = ({ origin, size, root, kid, note }: SignedLog) => ({
  origin,
  size,
  rootHash: toHex(root),
  kid,
  checkpoint: note,
});

/** An inclusion proof, as in responses. */
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

/** A consistency proof, as in responses. */
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
