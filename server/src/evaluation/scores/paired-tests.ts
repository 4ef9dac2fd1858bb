import { formatId } from "@assay/contract/platform/ids";
import { type ComparedScores, compareScores } from "@assay/contract/evaluation/comparison/comparison-rules";
import { type DropTest, keysOfEvaluators } from "@assay/contract/domain";
import type { Knex } from "knex";
import { runSteps } from "../../platform/threads/run-steps.ts";
import { scoredSamples } from "../comparison/compare-service.ts";
import { getEvaluation } from "../evaluations/evaluation-queries.ts";
import type { TestedPair } from "./paired-test-queries.ts";
import { findPairedTests, insertPairedTest } from "./paired-test-queries.ts";

/**
 * Returns a function that reads evaluations with their scores. It caches the last two, because consecutive
 * pairs often overlap.
 */
function createReader(db: Knex, workspaceId: string) {
  let cached: ComparedScores[] = [];
  return async (evaluationId: string) => {
    const id = formatId("evaluation", evaluationId);
    const before = cached.find((one) => one.id === id);
    if (before) return before;
    const row = await getEvaluation(db, { workspaceId, evaluationId });
    const keys = keysOfEvaluators(row.evaluators);
    const read = { id, keys, samples: await scoredSamples(db, row, []) };
    cached = [...cached.slice(-1), read];
    return read;
  };
}

/**
 * Tests pairs of evaluations of the same dataset by the automated scores of those samples that both
 * evaluations contain. Uses the same test as a comparison. Must be called outside of
 * transactions, because testing 100,000 samples takes seconds.
 */
export async function* runPairedTests(
  db: Knex,
  workspaceId: string,
  pairs: readonly TestedPair[],
): AsyncGenerator<TestedPair & DropTest> {
  const read = createReader(db, workspaceId);
  for (const pair of pairs) {
    const baseline = await read(pair.baseline_id);
    const candidate = await read(pair.candidate_id);
    const steps = compareScores({ baseline, candidate }, pair.evaluator);
    const { test, n_paired, change, p_value } = await runSteps(steps);
    yield { ...pair, test, n_paired, change, p_value };
  }
}

/** Returns a key for a pair in a trend. The key omits the evaluator, because a trend has only one. */
const nameOf = ({ baseline_id: baseline, candidate_id: candidate }: TestedPair): string =>
  `${baseline} ${candidate}`;

/**
 * Returns the paired test for each pair of one evaluator. Most tests are already stored, because a job
 * computed them when the later evaluation completed. Tests that are missing are computed here once and
 * stored, for example after an override or if a trend is filtered by model.
 */
export async function pairedTests(
  db: Knex,
  workspaceId: string,
  pairs: readonly TestedPair[],
): Promise<(TestedPair & DropTest)[]> {
  const stored = await findPairedTests(db, workspaceId, pairs);
  const tested = new Set(stored.map(nameOf));
  const missing = pairs.filter((pair) => !tested.has(nameOf(pair)));
  for await (const test of runPairedTests(db, workspaceId, missing)) {
    await insertPairedTest(db, { workspace_id: workspaceId, ...test });
    stored.push(test);
  }
  return stored;
}
