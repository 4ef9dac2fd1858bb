import type { ScoredPair } from "@assay/contract/evaluation/comparison/compared-pair-rules";
import { uuidAt } from "./packed-samples.ts";

/** Number of pairs whose names are one text. Reading a pair parses one text, which takes some microseconds. */
const namesPerText = 50;

/** A list of pairs as columns, which takes about a fifth of the memory of {@link ScoredPair} objects. */
export interface PairColumns {
  count: number;
  /** For each pair, the ids (UUIDs, 16 bytes) of its samples, and their scores and outcomes: baseline, candidate. */
  ids: Uint8Array;
  scores: Float64Array;
  /** 0, 1, or 2 for null. */
  passed: Uint8Array;
  /** The external ids and clusters of 50 pairs each, as JSON: `[[externalId, cluster], …]`. */
  names: string[];
}

type Names = [externalId: string | null, cluster: string | null][];

const byteOf = (passed: boolean | null): number => (passed === null ? 2 : Number(passed));
const passedOf = (byte: number | undefined): boolean | null => (byte === 2 ? null : byte === 1);

/** Returns a list of pairs as columns. */
export function packPairs(pairs: readonly ScoredPair[]): PairColumns {
  const columns: PairColumns = {
    count: pairs.length,
    ids: new Uint8Array(32 * pairs.length),
    scores: new Float64Array(2 * pairs.length),
    passed: new Uint8Array(2 * pairs.length),
    names: [],
  };
  for (const [row, pair] of pairs.entries())
    for (const [side, { sampleId, score, passed }] of [pair.baseline, pair.candidate].entries()) {
      columns.ids.set(Buffer.from(sampleId.replaceAll("-", ""), "hex"), 32 * row + 16 * side);
      columns.scores[2 * row + side] = score;
      columns.passed[2 * row + side] = byteOf(passed);
    }
  for (let row = 0; row < pairs.length; row += namesPerText) {
    const names = pairs
      .slice(row, row + namesPerText)
      .map((pair): Names[number] => [pair.externalId, pair.cluster]);
    columns.names.push(JSON.stringify(names));
  }
  return columns;
}

/** A list of pairs that creates the pairs of a page when they are read. */
export class PackedPairs {
  readonly #columns: PairColumns;

  constructor(columns: PairColumns) {
    this.#columns = columns;
  }

  get length(): number {
    return this.#columns.count;
  }

  /** Returns the pairs from one index to another, like an array. */
  slice(start: number, end: number): ScoredPair[] {
    const last = Math.min(end, this.length);
    return Array.from({ length: Math.max(0, last - start) }, (_, index) => this.#pair(start + index));
  }

  #pair(row: number): ScoredPair {
    const baseline = this.#side(2 * row);
    const candidate = this.#side(2 * row + 1);
    // The texts are written by `packPairs`.
    const names = JSON.parse(this.#columns.names[Math.floor(row / namesPerText)] ?? "[]") as Names;
    const [externalId = null, cluster = null] = names[row % namesPerText] ?? [];
    return { baseline, candidate, externalId, cluster, change: candidate.score - baseline.score };
  }

  #side(at: number): ScoredPair["baseline"] {
    const { ids, scores, passed } = this.#columns;
    return { sampleId: uuidAt(ids, at), score: scores[at] ?? 0, passed: passedOf(passed[at]) };
  }
}
