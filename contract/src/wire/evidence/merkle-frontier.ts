import { concatBytes } from "../crypto/bytes.ts";
import { nodeHash } from "./merkle.ts";
import { hash, type Sha256 } from "../crypto/sha256.ts";

const hashLength = 32;

/**
 * The right edge of a growing tree: the roots of its whole subtrees, the largest first. It is all that appending needs, and
 * it has a hash for each bit that is set in the size: at most 53.
 */
export class MerkleFrontier {
  #size: number;
  readonly #peaks: Uint8Array[];
  readonly #sha256: Sha256;

  /**
   * @param size leaves so far.
   * @param bytes what `toBytes` gave at that size.
   * @param sha256 what it hashes by.
   * @throws {RangeError} when the two do not fit each other.
   */
  constructor(size = 0, bytes: Uint8Array = new Uint8Array(), sha256: Sha256 = hash) {
    const count = size.toString(2).replaceAll("0", "").length;
    if (bytes.length !== count * hashLength)
      throw new RangeError(
        `A frontier of ${size} leaves has ${count} hashes; ${bytes.length} bytes were given.`,
      );
    this.#size = size;
    this.#sha256 = sha256;
    this.#peaks = Array.from({ length: count }, (_, at) =>
      bytes.slice(at * hashLength, (at + 1) * hashLength),
    );
  }

  /** How many leaves the tree has. */
  get size(): number {
    return this.#size;
  }

  /**
   * Appends a leaf.
   *
   * @returns the inner nodes that became whole by it, lowest first: as many as the new size can be halved.
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

  /** The root of the tree; of an empty one SHA-256 of nothing. */
  root(): Uint8Array<ArrayBuffer> {
    const [last, ...above] = this.#peaks.toReversed();
    if (last === undefined) return hash(new Uint8Array());
    return above.reduce<Uint8Array<ArrayBuffer>>(
      (right, left) => nodeHash(left, right, this.#sha256),
      new Uint8Array(last),
    );
  }

  /** The hashes one after the other, to be stored. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return concatBytes(...this.#peaks);
  }
}
