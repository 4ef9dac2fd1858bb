import type { DropTest } from "@assay/contract/domain";
import * as z from "zod";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { EvaluationKey } from "../evaluations/evaluation-queries.ts";
import { defineJob } from "../../platform/jobs/job-kind.ts";
import { insertPairedTest, listDropsAround, type TestedPair } from "./paired-test-queries.ts";
import { runPairedTests } from "./paired-tests.ts";

const payload = z.object({ evaluation: z.uuid() });
const kind = "scores.test_drops";
/** Lower than the priority of all evaluation chunks, because trends compute missing tests themselves. */
const priority = 1001;

/**
 * Enqueues a job that tests the score drops next to a newly completed evaluation. Most evaluations have no
 * drops, in which case no job is enqueued.
 */
export async function testDropsLater(tx: Tx, deps: PlatformDeps, key: EvaluationKey): Promise<void> {
  const { workspaceId, evaluationId } = key;
  if ((await listDropsAround(tx, key)).length === 0) return;
  await deps.jobs.enqueue(tx, [
    { workspaceId, kind, groupId: evaluationId, priority, payload: { evaluation: evaluationId } },
  ]);
}

/** Tests the score drops next to an evaluation in advance, so that trends only have to read the results. */
export const testDrops = {
  [kind]: defineJob({
    payload,
    run: async (deps, { workspaceId, payload: { evaluation } }, signal) => {
      const { knex } = deps.database;
      const pairs = await listDropsAround(knex, { workspaceId, evaluationId: evaluation });
      const tested: (TestedPair & DropTest)[] = [];
      for await (const test of runPairedTests(deps, { workspaceId, signal }, pairs)) {
        signal.throwIfAborted();
        tested.push(test);
      }
      return async (tx) => {
        for (const test of tested) await insertPairedTest(tx, { workspace_id: workspaceId, ...test });
      };
    },
  }),
};
