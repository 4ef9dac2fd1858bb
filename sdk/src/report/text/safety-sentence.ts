import { counted } from "@assay/contract/domain";
import type { BoundedProportion, Evaluation } from "../../generated/types.ts";
import { boundedPercents } from "./figure-text.ts";

/** Returns the rate and the bound of a share, such as `20.0 %, at most 44.0 %, from 9 clusters`. */
function boundClause({ denominator, n_clusters }: BoundedProportion, rate: number, upper95: number): string {
  const { rate: percent, bound } = boundedPercents(rate, upper95);
  const clusters = n_clusters === denominator ? "" : `, from ${counted(n_clusters, "cluster")}`;
  return `${percent} %, at most ${bound} %${clusters}`;
}

/**
 * Returns the missed red flags of an evaluation as a sentence, such as `2 of 10 expected red flags were missed by
 * nightingale-1.0 (20.0 %, at most 50.7 %).`
 *
 * @returns undefined without an evaluator of red flags.
 */
export function missedFlagsSentence({ name, results }: Evaluation): string | undefined {
  const missed = results?.red_flags?.missed;
  if (!missed) return undefined;
  const { numerator, denominator, rate, upper95 } = missed;
  if (rate === null || upper95 === null)
    return `No sample of ${name} is expected to have a red flag (denominator 0), so the share of missed flags is undefined.`;
  const verb = denominator === 1 ? "was" : "were";
  return `${numerator} of ${counted(denominator, "expected red flag")} ${verb} missed by ${name} (${boundClause(missed, rate, upper95)}).`;
}

/**
 * Returns the missed emergencies of an evaluation as a sentence, such as `3 of 15 emergent samples were not caught
 * by nightingale-1.0 (20.0 %, at most 44.0 %).`
 *
 * @returns undefined without a triage evaluator.
 */
export function safetySentence({ name, results }: Evaluation): string | undefined {
  const triage = results?.triage;
  if (!triage) return undefined;
  const share = triage.emergent_not_caught;
  const { numerator, denominator, rate, upper95 } = share;
  if (rate === null || upper95 === null)
    return `No sample of ${name} is expected to be ${triage.most_urgent} (denominator 0), so the share of missed cases is undefined.`;
  const verb = denominator === 1 ? "was" : "were";
  return `${numerator} of ${counted(denominator, `${triage.most_urgent} sample`)} ${verb} not caught by ${name} (${boundClause(share, rate, upper95)}).`;
}
