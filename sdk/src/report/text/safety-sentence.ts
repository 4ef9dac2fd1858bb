import { counted } from "@assay/contract/domain";
import type { Evaluation } from "../../generated/types.ts";
import { boundedPercents } from "./figure-text.ts";

/**
 * Returns the missed emergencies of an evaluation as a sentence, such as `3 of 15 emergent samples were not caught
 * by nightingale-1.0 (20.0 %, at most 44.0 %).`
 *
 * @returns undefined without a triage evaluator.
 */
export function safetySentence({ name, results }: Evaluation): string | undefined {
  const triage = results?.triage;
  if (!triage) return undefined;
  const { numerator, denominator, rate, upper95, n_clusters } = triage.emergent_not_caught;
  if (rate === null || upper95 === null)
    return `No sample of ${name} is expected to be ${triage.most_urgent} (denominator 0), so the share of missed cases is undefined.`;
  const { rate: percent, bound } = boundedPercents(rate, upper95);
  const clusters = n_clusters === denominator ? "" : `, from ${counted(n_clusters, "cluster")}`;
  const verb = denominator === 1 ? "was" : "were";
  return `${numerator} of ${counted(denominator, `${triage.most_urgent} sample`)} ${verb} not caught by ${name} (${percent} %, at most ${bound} %${clusters}).`;
}
