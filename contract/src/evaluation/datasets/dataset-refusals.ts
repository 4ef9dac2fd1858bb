// Refusals for requests about datasets.
import { counted } from "../../domain/values/counted.ts";
import { ApiError } from "../../platform/errors.ts";
import { allOf } from "../../platform/validation/refusal-texts.ts";
import { quoted } from "../../wire/http/quote.ts";

/**
 * 409: a dataset whose samples are in review tasks cannot be deleted.
 *
 * @param tasks.named ids of some of the tasks.
 */
export function datasetReviewed(
  id: string,
  { count, named }: { count: number; named: readonly string[] },
): ApiError {
  const names = `${count > named.length ? "such as " : ""}${allOf(named.map(quoted))}`;
  return new ApiError(
    "conflict",
    `Dataset ${quoted(id)} is used by ${counted(count, "review task")} (${names}); it must be archived with PATCH /v1/datasets/{id} and {"archived": true}.`,
  );
}
