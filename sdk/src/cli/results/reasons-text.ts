import { counted } from "@assay/contract/domain";
import type { Evaluation, UnscoredReason } from "../../generated/types.ts";

/** Returns why results of an evaluation have no score, most frequent reason first. */
export const reasonsOf = ({ error_reasons: failure, results }: Evaluation): readonly UnscoredReason[] =>
  failure ?? results?.unscored_reasons ?? [];

/** Returns a reason as one line, with the number of results and one sample. */
export function reasonText({
  evaluator,
  status,
  reason,
  count,
  sample,
  external_id,
}: UnscoredReason): string {
  const plain = reason.replace(/\.$/, "");
  return `${counted(count, `${status} result`)} of ${evaluator}: ${plain} (for example ${external_id ?? sample})`;
}
