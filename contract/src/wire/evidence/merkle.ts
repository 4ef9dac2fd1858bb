import { concatBytes, equalBytes } from "../crypto/bytes.ts";
import { hash, type Sha256 } from "../crypto/sha256.ts";

/** The prefix that precedes the data of a leaf. */
export const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** Computes the hash of a leaf: SHA-256(0x00 ‖ data). @see RFC 6962 and RFC 9162, section 2.1.1. */
export const leafHash = (data: Uint8Array, by: Sha256 = hash): Uint8Array<ArrayBuffer> =>
  by(concatBytes(leafPrefix, data));

/** Computes the hash of an inner node: SHA-256(0x01 ‖ left ‖ right). */
export const nodeHash = (left: Uint8Array, right: Uint8Array, by: Sha256 = hash): Uint8Array<ArrayBuffer> =>
  by(concatBytes(nodePrefix, left, right));

/** A node over the 2^level leaves that start at index·2^level. The leaves are at level 0. */
export interface NodePlace {
  level: number;
  index: number;
}

/** A range of leaves from `start` up to, but not including, `end`. */
type Range = readonly [start: number, end: number];

/**
 * Returns the largest power of two below n, for n > 1. RFC 9162 splits a list of n leaves after this number
 * of leaves.
 */
function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

/** Returns the complete subtrees of a range of leaves, from left to right. */
function subtreesOf([start, end]: Range): NodePlace[] {
  const places: NodePlace[] = [];
  for (let at = start; at < end;) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    places.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return places;
}

/**
 * Computes the hash of a range from the hashes of its complete subtrees. Each subtree is larger than the
 * subtrees to its right.
 */
function fold(hashes: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const last = hashes.at(-1);
  if (last === undefined) return hash(new Uint8Array());
  return hashes
    .slice(0, -1)
    .reduceRight<Uint8Array<ArrayBuffer>>((right, left) => nodeHash(left, right), new Uint8Array(last));
}

/** Returns the hash of a complete node, all of whose leaves exist. */
export type NodeAt = (place: NodePlace) => Uint8Array;

/** Returns the nodes of a tree that is in memory. @param leafAt returns the hash of a leaf. */
export const nodesOf = (leafAt: (index: number) => Uint8Array): NodeAt => {
  const nodeAt: NodeAt = ({ level, index }) =>
    level === 0
      ? leafAt(index)
      : nodeHash(
          nodeAt({ level: level - 1, index: index * 2 }),
          nodeAt({ level: level - 1, index: index * 2 + 1 }),
        );
  return nodeAt;
};

/**
 * A computation that requires nodes of a tree. It lists these nodes, so that a single query can read them.
 */
export interface FromNodes<T> {
  needs: readonly NodePlace[];
  from: (nodeAt: NodeAt) => T;
}

const ofRanges = (ranges: readonly Range[]): FromNodes<Uint8Array<ArrayBuffer>[]> => {
  const subtrees = ranges.map(subtreesOf);
  return { needs: subtrees.flat(), from: (nodeAt) => subtrees.map((places) => fold(places.map(nodeAt))) };
};

/** Computes the root of the tree over the first `size` leaves; for 0 leaves, SHA-256 of the empty string. */
export function rootOf(size: number): FromNodes<Uint8Array<ArrayBuffer>> {
  const { needs, from } = ofRanges([[0, size]]);
  return { needs, from: (nodeAt) => from(nodeAt)[0] ?? fold([]) };
}

/**
 * Builds the proof that a leaf is in the tree over the first `size` leaves. It consists of the sibling hashes
 * on the path from the leaf to the root, lowest first.
 *
 * @param index the index of the leaf, from 0 to size − 1.
 * @see RFC 9162, section 2.1.3.1 (PATH).
 */
export function inclusionProof(index: number, size: number): FromNodes<Uint8Array<ArrayBuffer>[]> {
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const split = start + splitOf(end - start);
    ranges.push(index < split ? [split, end] : [start, split]);
    if (index < split) end = split;
    else start = split;
  }
  return ofRanges(ranges.toReversed());
}

/**
 * Builds the proof that the tree over the first `second` leaves extends the tree over the first `first`
 * leaves.
 *
 * @param first from 1 to `second`. If both are equal, the proof is empty.
 * @see RFC 9162, section 2.1.4.1 (PROOF).
 */
export function consistencyProof(first: number, second: number): FromNodes<Uint8Array<ArrayBuffer>[]> {
  const ranges: Range[] = [];
  let [start, end] = [0, second];
  while (first < end) {
    const split = start + splitOf(end - start);
    ranges.push(first <= split ? [split, end] : [start, split]);
    if (first <= split) end = split;
    else start = split;
  }
  // If the old tree is a complete left subtree of the new tree, the verifier already has its root.
  if (first < second && start > 0) ranges.push([start, end]);
  return ofRanges(ranges.toReversed());
}

const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const areHashes = (hashes: readonly Uint8Array[]): boolean => hashes.every(({ length }) => length === 32);

/** The statement that an inclusion proof proves. */
export interface InclusionClaim {
  index: number;
  size: number;
  leaf: Uint8Array;
  root: Uint8Array;
  hashes: readonly Uint8Array[];
}

/**
 * Returns whether a leaf is at an index in the tree with this size and root.
 *
 * @see RFC 9162, section 2.1.3.2.
 */
export function isIncluded({ index, size, leaf, root, hashes }: InclusionClaim): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes([leaf, root, ...hashes])) return false;
  let [node, last, computed] = [index, size - 1, leaf];
  for (const sibling of hashes) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      computed = nodeHash(sibling, computed);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else computed = nodeHash(computed, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && equalBytes(computed, root);
}

/** The statement that a consistency proof proves. */
export interface ConsistencyClaim {
  first: number;
  second: number;
  firstRoot: Uint8Array;
  secondRoot: Uint8Array;
  hashes: readonly Uint8Array[];
}

/**
 * Returns whether the tree with `second` leaves extends the unchanged tree with `first` leaves.
 *
 * @returns false also if `first` is 0, because that cannot be proven.
 * @see RFC 9162, section 2.1.4.2.
 */
export function isConsistent({ first, second, firstRoot, secondRoot, hashes }: ConsistencyClaim): boolean {
  if (!isSize(first) || !isSize(second) || first === 0 || first > second) return false;
  if (!areHashes([firstRoot, secondRoot, ...hashes])) return false;
  if (first === second) return hashes.length === 0 && equalBytes(firstRoot, secondRoot);
  let [node, last] = [first - 1, second - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  const isWhole = Number.isInteger(Math.log2(first)) && 2 ** Math.round(Math.log2(first)) === first;
  const [start, ...path] = isWhole ? [firstRoot, ...hashes] : hashes;
  if (start === undefined || path.length === 0) return false;
  let [old, present] = [start, start];
  for (const sibling of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [old, present] = [nodeHash(sibling, old), nodeHash(sibling, present)];
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else present = nodeHash(present, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && equalBytes(old, firstRoot) && equalBytes(present, secondRoot);
}
