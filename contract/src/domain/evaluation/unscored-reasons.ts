import { counted } from "../values/counted.ts";

/** Results of one evaluator without a score, for the same reason. */
export interface UnscoredReason {
  /** The evaluator's key. */
  evaluator: string;
  status: "skipped" | "errored";
  /** The reason, without its end if it is longer than {@link maxReasonCharacters}. */
  reason: string;
  /** Number of results with this reason. */
  count: number;
  /** Id of the first sample with this reason, in dataset order. */
  sample: string;
  /** The client's own id for this sample; null if it has none. */
  external_id: string | null;
}

/** Maximum length of a listed reason. */
export const maxReasonCharacters = 300;
/** Maximum number of listed reasons. */
export const maxUnscoredReasons = 10;
/** Number of reasons in the error of a failed evaluation. */
const reasonsInError = 3;

/** Cuts a reason at its maximum length, without cutting a character. */
const cut = (reason: string): string => {
  if (reason.length <= maxReasonCharacters) return reason;
  const end = /[\uD800-\uDBFF]/.test(reason.charAt(maxReasonCharacters - 1)) ? 1 : 0;
  return reason.slice(0, maxReasonCharacters - end);
};

/** Joins counts with the same key. The sample with the lowest id remains. */
function joinedBy(
  counts: readonly UnscoredReason[],
  keyOf: (count: UnscoredReason) => string,
): UnscoredReason[] {
  const joined = new Map<string, UnscoredReason>();
  for (const one of counts) {
    const other = joined.get(keyOf(one)) ?? { ...one, count: 0 };
    const { sample, external_id } = one.sample < other.sample ? one : other;
    joined.set(keyOf(one), { ...other, count: other.count + one.count, sample, external_id });
  }
  return [...joined.values()].sort(
    (one, other) => other.count - one.count || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
}

/**
 * Returns the most frequent reasons why results have no score, most frequent first.
 *
 * @param counts the reasons, each with its number of results; the same reason may occur several times.
 */
export const unscoredReasons = (counts: readonly UnscoredReason[]): UnscoredReason[] =>
  joinedBy(
    counts.map((one) => ({ ...one, reason: cut(one.reason) })),
    ({ evaluator, status, reason }) => JSON.stringify([evaluator, status, reason]),
  ).slice(0, maxUnscoredReasons);

/**
 * Returns the most frequent distinct reasons as a sentence, each with its number of results and the id of one sample;
 * empty without reasons.
 */
export function reasonsText(counts: readonly UnscoredReason[]): string {
  const reasons = joinedBy(
    counts.map((one) => ({ ...one, reason: cut(one.reason) })),
    ({ reason }) => reason,
  );
  const texts = reasons.slice(0, reasonsInError).map(({ reason, count, sample, external_id }) => {
    const plain = reason.replace(/\.$/, "");
    return `${plain} (${counted(count, "result")}, for example ${external_id ?? sample})`;
  });
  if (texts.length === 0) return "";
  return ` ${texts.length === 1 ? "Reason" : "Most frequent reasons"}: ${texts.join("; ")}.`;
}
