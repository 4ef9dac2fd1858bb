import { counted } from "@assay/contract/domain";
import type { BoundedProportion, Evaluation } from "../../generated/types.ts";
import { boundedPercents } from "./figure-text.ts";

/** Texts about a share of missed cases. */
interface ShareTexts {
  /** The name of the counted cases, in the singular. */
  unit: string;
  /** What happened to the counted cases: the words after `was` or `were`. */
  event: string;
  /** The sentence for a denominator of 0. */
  noCases: string;
}

/** Returns a share with its bound as a sentence, such as `… (20.0 %, at most 44.0 %, from 9 clusters).` */
function shareSentence(
  { numerator, denominator, rate, upper95, n_clusters }: BoundedProportion,
  { unit, event, noCases }: ShareTexts,
): string {
  if (rate === null || upper95 === null) return noCases;
  const { rate: percent, bound } = boundedPercents(rate, upper95);
  const clusters = n_clusters === denominator ? "" : `, from ${counted(n_clusters, "cluster")}`;
  const verb = denominator === 1 ? "was" : "were";
  return `${numerator} of ${counted(denominator, unit)} ${verb} ${event} (${percent} %, at most ${bound} %${clusters}).`;
}

/**
 * Returns the missed red flags of an evaluation as a sentence, such as `2 of 10 expected red flags were missed by
 * nightingale-1.0 (20.0 %, at most 50.7 %).`
 *
 * @returns undefined without an evaluator of red flags.
 */
export const missedFlagsSentence = ({ name, results }: Evaluation): string | undefined =>
  results?.red_flags &&
  shareSentence(results.red_flags.missed, {
    unit: "expected red flag",
    event: `missed by ${name}`,
    noCases: `No sample of ${name} is expected to have a red flag (denominator 0), so the share of missed flags is undefined.`,
  });

/**
 * Returns the missed emergencies of an evaluation as a sentence, such as `3 of 15 emergent samples were not caught
 * by nightingale-1.0 (20.0 %, at most 44.0 %).`
 *
 * @returns undefined without a triage evaluator.
 */
export function safetySentence({ name, results }: Evaluation): string | undefined {
  const triage = results?.triage;
  return (
    triage &&
    shareSentence(triage.emergent_not_caught, {
      unit: `${triage.most_urgent} sample`,
      event: `not caught by ${name}`,
      noCases: `No sample of ${name} is expected to be ${triage.most_urgent} (denominator 0), so the share of missed cases is undefined.`,
    })
  );
}
