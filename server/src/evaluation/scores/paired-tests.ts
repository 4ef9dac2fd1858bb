import { setImmediate as nextTurn } from "node:timers/promises";
import { formatId } from "@assay/contract/platform/ids";
import { type ComparedScores, compareScores } from "@assay/contract/evaluation/comparison/comparison-rules";
import { type DropTest, keysOfEvaluators, pairSamples } from "@assay/contract/domain";
import type { Knex } from "knex";
import { scoredSamples } from "../comparison/compare-service.ts";
import { getEvaluation } from "../evaluations/evaluation-queries.ts";
import type { TestedPair } from "./paired-test-queries.ts";
import { findPairedTests, insertPairedTest } from "./paired-test-queries.ts";

/** Reads evaluations with their scores, and caches the last two: the next pair often begins where the last one ended. */
function createReader(db: Knex, workspaceId: string) {
  let cached: ComparedScores[] = [];
  return async (evaluationId: string) => {
    const id = formatId("evaluation", evaluationId);
    const before = cached.find((one) => one.id === id);
    if (before) return before;
    const row = await getEvaluation(db, { workspaceId, evaluationId });
    const keys = keysOfEvaluators(row.evaluators);
    const read = { id, keys, samples: await scoredSamples(db, row) };
    cached = [...cached.slice(-1), read];
    return read;
  };
}

/**
 * Tests pairs of evaluations on the same dataset by the automated scores of the samples that both scored: the test of a
 * comparison, with its seed. Not in a transaction: 100,000 samples take seconds.
 */
export async function* runPairedTests(
  db: Knex,
  workspaceId: string,
  pairs: readonly TestedPair[],
): AsyncGenerator<TestedPair & DropTest> {
  const read = createReader(db, workspaceId);
  for (const pair of pairs) {
    // Drawing signs takes its time: other requests get their turn.
    await nextTurn();
    const baseline = await read(pair.baseline_id);
    const candidate = await read(pair.candidate_id);
    const pairing = pairSamples({ baseline: baseline.samples, candidate: candidate.samples }, true);
    const { test, n_paired, change, p_value } = compareScores(
      { baseline, candidate },
      pairing,
      pair.evaluator,
    );
    yield { ...pair, test, n_paired, change, p_value };
  }
}

/** One trend is of one evaluator: its pairs differ in their evaluations. */
const nameOf = ({ baseline_id: baseline, candidate_id: candidate }: TestedPair): string =>
  `${baseline} ${candidate}`;

/**
 * What the paired test says of each pair of one evaluator. A job has worked it out when the later evaluation completed; what that cannot
 * know of (a filter by model, a reviewer's override) is worked out here, once, and kept.
 */
export async function pairedTests(
  db: Knex,
  workspaceId: string,
  pairs: readonly TestedPair[],
): Promise<(TestedPair & DropTest)[]> {
  const stored = await findPairedTests(db, workspaceId, pairs);
  const known = new Set(stored.map(nameOf));
  const missing = pairs.filter((pair) => !known.has(nameOf(pair)));
  for await (const test of runPairedTests(db, workspaceId, missing)) {
    await insertPairedTest(db, { workspace_id: workspaceId, ...test });
    stored.push(test);
  }
  return stored;
}
