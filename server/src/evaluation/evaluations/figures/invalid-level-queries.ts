import { type InvalidValueCount, maxInvalidValues } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey } from "../evaluation-queries.ts";

/** The number of results of one evaluator with the same value outside the scale. */
export interface InvalidValueRow extends InvalidValueCount {
  position: number;
  /** Number of all results of the evaluator with such a value in the same place. */
  total: number;
}

/**
 * Counts the values outside the scale in outputs and expected answers, by evaluator: the most frequent values,
 * and the number of all. Details exist only for these rows, so few details are read.
 *
 * @param ran.positions the indexes of the evaluators that have a scale.
 */
export async function countInvalidLevels(
  tx: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
  { positions, runs }: { positions: readonly number[]; runs: number },
): Promise<InvalidValueRow[]> {
  if (positions.length === 0) return [];
  const statement = `
    with invalid as (
      select position, details ->> case when status = 'scored' then 'predicted' else 'expected' end as value,
        case when status = 'scored' then details ->> 'expected' end as expected
      from ${runs === 1 ? "results" : "run_results"}
      where workspace_id = :workspaceId::uuid and evaluation_id = :evaluationId::uuid
        and position = any(:positions::smallint[]) and details ->> 'expected' is not null
        and (status = 'scored' and classification = 'invalid_level' or status <> 'scored' and tally like '[null,%')
    ),
    counted as (
      select position, value, expected, count(*)::int as count from invalid where value is not null group by 1, 2, 3
    ),
    ranked as (
      select *, sum(count) over side as total, row_number() over (side
        order by count desc, value collate "C", expected collate "C") as place
      from counted window side as (partition by position, expected is null)
    )
    select position, value, expected, count, total::int from ranked where place <= ${maxInvalidValues}`;
  const bindings: Record<string, string | number[]> = {
    workspaceId,
    evaluationId,
    positions: [...positions],
  };
  const { rows } = await tx.raw<{ rows: InvalidValueRow[] }>(statement, bindings);
  return rows;
}
