import { type DropTest, keysOfEvaluators } from "@assay/contract/domain";
import { computeSteps } from "../../platform/threads/compute-steps.ts";
import type { Requester } from "../../platform/threads/thread-tasks.ts";
import type { ComparisonDeps } from "../comparison/compare-service.ts";
import { samplePieces } from "../comparison/sample-pieces.ts";
import { dropsModule } from "../comparison/thread/drops-work.ts";
import { getEvaluation } from "../evaluations/evaluation-queries.ts";
import { findPairedTests, insertPairedTest, type TestedPair } from "./paired-test-queries.ts";

/**
 * Tests pairs of evaluations of the same dataset by the automated scores of those samples that both
 * evaluations contain. Uses the same test as a comparison. Must be called outside of
 * transactions, because testing 100,000 samples takes seconds.
 *
 * @throws {ApiError} 429 and 503 if too many computations wait; 422 if a thread runs out of memory.
 */
export async function* runPairedTests(
  { database: { knex: db }, threads }: ComparisonDeps,
  requester: Requester,
  pairs: readonly TestedPair[],
): AsyncGenerator<TestedPair & DropTest> {
  const { workspaceId } = requester;
  const read = (evaluationId: string) => getEvaluation(db, { workspaceId, evaluationId });
  for (const group of byEvaluations(pairs)) {
    const [{ baseline_id, candidate_id }] = group;
    const [baseline, candidate] = [await read(baseline_id), await read(candidate_id)];
    const settings = {
      keys: {
        baseline: keysOfEvaluators(baseline.evaluators),
        candidate: keysOfEvaluators(candidate.evaluators),
      },
      tested: group.map(({ evaluator }) => evaluator),
    };
    const sides = [baseline, candidate].map((evaluation) => ({ evaluation, checked: [], withNames: false }));
    const tests = await computeSteps(threads, dropsModule, {
      settings,
      ...samplePieces(db, sides),
      requester,
    });
    for (const [index, test] of tests.entries()) {
      const pair = group[index];
      if (pair) yield { ...pair, ...test };
    }
  }
}

/** Groups pairs by their evaluations, so that the scores of two evaluations are read once. */
function byEvaluations(pairs: readonly TestedPair[]): [TestedPair, ...TestedPair[]][] {
  const groups = new Map<string, [TestedPair, ...TestedPair[]]>();
  for (const pair of pairs) {
    const group = groups.get(nameOf(pair));
    if (group) group.push(pair);
    else groups.set(nameOf(pair), [pair]);
  }
  return [...groups.values()];
}

/** Returns a key for the evaluations of a pair. */
const nameOf = ({ baseline_id: baseline, candidate_id: candidate }: TestedPair): string =>
  `${baseline} ${candidate}`;

/**
 * Returns the paired test for each pair of one evaluator. Most tests are already stored, because a job
 * computed them when the later evaluation completed. Tests that are missing are computed here once and
 * stored, for example after an override or if a trend is filtered by model.
 *
 * @throws {ApiError} as {@link runPairedTests}. The tests that were computed before remain stored.
 */
export async function pairedTests(
  deps: ComparisonDeps,
  requester: Requester,
  pairs: readonly TestedPair[],
): Promise<(TestedPair & DropTest)[]> {
  const { workspaceId } = requester;
  const db = deps.database.knex;
  const stored = await findPairedTests(db, workspaceId, pairs);
  const tested = new Set(stored.map(nameOf));
  const missing = pairs.filter((pair) => !tested.has(nameOf(pair)));
  for await (const test of runPairedTests(deps, requester, missing)) {
    await insertPairedTest(db, { workspace_id: workspaceId, ...test });
    stored.push(test);
  }
  return stored;
}
