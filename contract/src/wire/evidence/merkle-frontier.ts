import { concatBytes } from "../crypto/bytes.ts";
import { nodeHash } from "./merkle.ts";
import { hash, type Sha256 } from "../crypto/sha256.ts";

const hashLength = 32;

/**
 * The right edge of a growing tree: the roots of its complete subtrees, largest first. Appending requires
 * only these roots. There is one root for each bit that is set in the number of leaves: at most 53 roots.
 */
export class MerkleFrontier {
  #size: number;
  readonly #peaks: Uint8Array[];
  readonly #sha256: Sha256;

  /**
   * @param size the number of leaves.
   * @param bytes the result of `toBytes` at that size.
   * @param sha256 the hash function.
   * @throws {RangeError} if size and bytes do not match.
   */
  constructor(size = 0, bytes: Uint8Array = new Uint8Array(), sha256: Sha256 = hash) {
    const count = size.toString(2).replaceAll("0", "").length;
    if (bytes.length !== count * hashLength)
      throw new RangeError(
        `The frontier has ${bytes.length} bytes; it must have ${count * hashLength} for ${size} leaves.`,
      );
    this.#size = size;
    this.#sha256 = sha256;
    this.#peaks = Array.from({ length: count }, (_, at) =>
      bytes.slice(at * hashLength, (at + 1) * hashLength),
    );
  }

  /** Returns the number of leaves. */
  get size(): number {
    return this.#size;
  }

  /**
   * Appends a leaf.
   *
   * @returns the inner nodes that this leaf completes, lowest first.
   */
  append(leaf: Uint8Array): Uint8Array<ArrayBuffer>[] {
    const completed: Uint8Array<ArrayBuffer>[] = [];
    let node = leaf;
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2) {
      const whole = nodeHash(this.#peaks.pop() ?? new Uint8Array(), node, this.#sha256);
      completed.push(whole);
      node = whole;
    }
    this.#peaks.push(node);
    this.#size += 1;
    return completed;
  }

  /** Returns the root of the tree; for an empty tree, SHA-256 of the empty string. */
  root(): Uint8Array<ArrayBuffer> {
    const [last, ...above] = this.#peaks.toReversed();
    if (last === undefined) return hash(new Uint8Array());
    return above.reduce<Uint8Array<ArrayBuffer>>(
      (right, left) => nodeHash(left, right, this.#sha256),
      new Uint8Array(last),
    );
  }

  /** Returns the concatenated hashes, for storage. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return concatBytes(...this.#peaks);
  }
}
