import type { SafetyOutcome, ScoredSample, ValueList } from "@assay/contract/domain";
import { type KeyedEvaluator, safetyOutcomes } from "@assay/contract/evaluation/evaluators/keyed-evaluators";

/**
 * Consecutive samples of an evaluation with their scores, as columns. The columns are moved to a thread instead
 * of being copied. Doubles are big-endian, as the database sends them; NaN stands for null.
 */
export interface SamplePiece {
  /** Number of samples; at least 1. */
  count: number;
  /** The ids (UUIDs), 16 bytes each. */
  ids: Uint8Array;
  /** The hashes of input and expected answer, all of one length. */
  caseHashes: Uint8Array;
  /** Doubles: the combined scores, without and with reviewers' overrides. */
  automated: Uint8Array;
  effective: Uint8Array;
  /** Whether the samples passed every evaluator: 0, 1, or 2 for null. */
  passed: Uint8Array;
  /** Doubles: the scores of the first sample by evaluator index, then those of the next sample. */
  scores: Uint8Array;
  /** Whether the samples passed, in the order of `scores`: 0, 1, or 2 for null. */
  passes: Uint8Array;
  /** The external ids as a JSON array; null if they are not needed. */
  externalIds: string | null;
  /** The clusters as a JSON array; null if no sample has one. */
  clusters: string | null;
  /**
   * The tallies as a JSON array with one array per sample: by evaluator index, the tally, null, or the tallies of
   * all runs. Null if no safety check is compared.
   */
  tallies: string | null;
}

type Tallies = (string | null | (string | null)[])[];

/** A piece whose columns can be read. */
interface Columns {
  piece: SamplePiece;
  evaluators: number;
  automated: Float64Array;
  effective: Float64Array;
  scores: Float64Array;
  externalIds: (string | null)[] | undefined;
  clusters: (string | null)[] | undefined;
  safety: readonly (readonly SafetyOutcome[])[] | undefined;
}

/** A sample of a piece. It takes 40 bytes, because it reads its values from the columns. */
class PackedSample implements ScoredSample {
  readonly #columns: Columns;
  readonly #row: number;

  constructor(columns: Columns, row: number) {
    this.#columns = columns;
    this.#row = row;
  }

  get sampleId(): string {
    return uuidAt(this.#columns.piece.ids, this.#row);
  }

  get externalId(): string | null {
    return this.#columns.externalIds?.[this.#row] ?? null;
  }

  get caseHash(): string {
    const { caseHashes, count } = this.#columns.piece;
    const length = caseHashes.length / count;
    return hexOf(caseHashes, this.#row * length, length);
  }

  get cluster(): string | null {
    return this.#columns.clusters?.[this.#row] ?? null;
  }

  get automated(): number | null {
    return numberOrNull(this.#columns.automated[this.#row]);
  }

  get effective(): number | null {
    return numberOrNull(this.#columns.effective[this.#row]);
  }

  get passed(): boolean | null {
    return booleanOrNull(this.#columns.piece.passed[this.#row]);
  }

  get scores(): ValueList<number | null> {
    const { scores, evaluators } = this.#columns;
    return { at: (index) => numberOrNull(scores[this.#row * evaluators + index]) };
  }

  get passes(): ValueList<boolean | null> {
    const { piece, evaluators } = this.#columns;
    return { at: (index) => booleanOrNull(piece.passes[this.#row * evaluators + index]) };
  }

  get safety(): readonly SafetyOutcome[] {
    return this.#columns.safety?.[this.#row] ?? [];
  }
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

const booleanOrNull = (value: number | undefined): boolean | null =>
  value === 1 ? true : value === 0 ? false : null;

/** Returns bytes of an array as hexadecimal digits. */
const hexOf = ({ buffer, byteOffset }: Uint8Array, start: number, length: number): string =>
  Buffer.from(buffer, byteOffset + start, length).toString("hex");

/** Returns the UUID at an index of an array of ids. */
export function uuidAt(ids: Uint8Array, index: number): string {
  const hex = hexOf(ids, 16 * index, 16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return parts.join("-");
}

/** Returns big-endian doubles as numbers. */
function doublesOf(bytes: Uint8Array): Float64Array {
  const copy = new Uint8Array(bytes);
  Buffer.from(copy.buffer).swap64();
  return new Float64Array(copy.buffer);
}

/** Returns the texts of a JSON array; undefined if there is none. */
function textsOf(text: string | null): (string | null)[] | undefined {
  if (text === null) return undefined;
  const texts: (string | null)[] = JSON.parse(text);
  return texts;
}

/** Returns the outcomes of safety checks by sample. Equal outcomes are one object, because only few differ. */
function safetyOf({ tallies }: SamplePiece, checked: readonly KeyedEvaluator[]) {
  if (tallies === null) return undefined;
  const known = new Map<string, SafetyOutcome[]>();
  const all: Tallies[] = JSON.parse(tallies);
  return all.map((own) => {
    const outcomes = safetyOutcomes(
      checked,
      own.map((tally) => [tally].flat()),
    );
    const key = JSON.stringify(outcomes);
    const before = known.get(key);
    if (!before) known.set(key, outcomes);
    return before ?? outcomes;
  });
}

/**
 * Returns the samples of a piece.
 *
 * @param checked the evaluators whose safety checks are compared; empty for none.
 */
export function unpackSamples(piece: SamplePiece, checked: readonly KeyedEvaluator[]): ScoredSample[] {
  const columns: Columns = {
    piece,
    evaluators: piece.passes.length / piece.count,
    automated: doublesOf(piece.automated),
    effective: doublesOf(piece.effective),
    scores: doublesOf(piece.scores),
    externalIds: textsOf(piece.externalIds),
    clusters: textsOf(piece.clusters),
    safety: safetyOf(piece, checked),
  };
  return Array.from({ length: piece.count }, (_, row) => new PackedSample(columns, row));
}
