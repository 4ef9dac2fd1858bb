// What proofs of a log can be requested, and how its signed states and proofs look. Server and mock go by the same rules.
import { toHex } from "../../wire/crypto/bytes.ts";
import { noEventAt, sizeBefore, sizeBeyondLog } from "./evidence-refusals.ts";

/** A state of a log that was signed. */
export interface SignedLog {
  origin: string;
  size: number;
  root: Uint8Array;
  /** The key that signed it. */
  kid: string;
  /** The checkpoint. */
  note: string;
}

/** Refuses a size that a log does not have. @param given undefined: none was named. @throws {ApiError} 400. */
export function refuseBeyond(name: string, given: number | undefined, logSize: number): void {
  if (given !== undefined && given > logSize) throw sizeBeyondLog(name, given, logSize);
}

/** Refuses a proof that an event is in a log. @throws {ApiError} 404 without such an event; 400 for a size it is not in. */
export function refuseInclusion(
  { seq, size }: { seq: number; size: number | undefined },
  logSize: number,
): void {
  if (seq > logSize) throw noEventAt(seq, logSize);
  if (size !== undefined && size < seq) throw sizeBefore("size", size, seq);
}

/** Refuses a proof that a log was only added to. @throws {ApiError} 400 for sizes that it does not have. */
export function refuseConsistency(
  { first, second }: { first: number; second?: number | undefined },
  logSize: number,
): void {
  refuseBeyond("first", first, logSize);
  refuseBeyond("second", second, logSize);
  if (second !== undefined && second < first) throw sizeBefore("second", second, first);
}

/** A checkpoint as responses show it. */
export const checkpointToWire = ({ origin, size, root, kid, note }: SignedLog) => ({
  origin,
  size,
  rootHash: toHex(root),
  kid,
  checkpoint: note,
});

/** A proof that an event is in a signed state of a log as responses show it. */
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

/** A proof that a signed state of a log goes on from an earlier one as responses show it. */
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
