import type { contract } from "@assay/contract/openapi/apis";
import { evaluatorPosition } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import {
  evaluationScoresToWire,
  metricsToWire,
  sampleScoresToWire,
} from "@assay/contract/evaluation/scores/score-wire";
import { groupingOf, scoreGroupsToWire } from "@assay/contract/evaluation/scores/score-group-rules";
import { trendsToWire } from "@assay/contract/evaluation/trends/trend-wire";
import { limits } from "@assay/contract/platform/limits";
import { notFound } from "@assay/contract/platform/refusals";
import { parseId } from "@assay/contract/platform/ids";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { evaluationRecord } from "../evaluations/evaluation-queries.ts";
import { refuseBlind } from "../../workspace/access/blind-access.ts";
import { findSample } from "../samples/sample-queries.ts";
import { readRollup } from "./rollup-queries.ts";
import { countGroupRuns, countGroups } from "./score-group-queries.ts";
import { listSampleScores } from "./sample-score-queries.ts";
import { getScored, metricsOf } from "./score-service.ts";
import { trendIdentities, trendsOf } from "./trend-service.ts";

/** Returns the handlers of the score routes, except the analysis of thresholds. */
export function scoreHandlers(
  deps: PlatformDeps,
): Omit<Handlers<typeof contract.scores>, "thresholdAnalysis"> {
  const { knex } = deps.database;
  return {
    sample: async ({ params, query }, { caller }) => {
      const sampleId = parseId("sample", params.sample_id);
      const sample = sampleId && (await findSample(knex, caller, sampleId));
      if (!sample) throw notFound("sample", params.sample_id);
      const { evaluation: publicId, evaluator } = query;
      const evaluation = publicId === undefined ? undefined : await getScored(knex, caller, publicId);
      if (evaluation && evaluator !== undefined) evaluatorPosition(evaluation.evaluators, evaluator);
      await refuseBlind(knex, caller, { sampleIds: [sampleId] });
      const { workspaceId } = caller;
      const filter = { workspaceId, sampleId, evaluationId: evaluation?.id, evaluator };
      const rows = await listSampleScores(knex, filter, limits.scoresPerSample + 1);
      return { status: 200, body: sampleScoresToWire(params.sample_id, rows) };
    },
    evaluation: async ({ params, query }, { caller }) => {
      const evaluation = await getScored(knex, caller, params.evaluation_id);
      await refuseBlind(knex, caller, { evaluationIds: [evaluation.id] });
      const key = { workspaceId: caller.workspaceId, evaluationId: evaluation.id };
      const record = evaluationRecord(evaluation);
      const grouping = groupingOf(record, query);
      const scores = evaluationScoresToWire(record, await readRollup(knex, key), query);
      if (!grouping) return { status: 200, body: scores };
      const groups = scoreGroupsToWire(record, grouping, {
        samples: await countGroups(knex, key, grouping),
        runs: record.runs > 1 ? await countGroupRuns(knex, key, grouping) : undefined,
      });
      return { status: 200, body: { ...scores, groups } };
    },
    metrics: async ({ params, query }, { caller }) => {
      const { project_id: project } = params;
      const metrics = await metricsOf(knex, caller, { project, query, now: deps.now() });
      return { status: 200, body: metricsToWire(project, query, metrics) };
    },
    trends: async ({ query }, call) => {
      const trend = await trendsOf(deps, call, { query, now: deps.now() });
      const identities = await trendIdentities(knex, call.caller.workspaceId, trend);
      return { status: 200, body: trendsToWire(query, trend, identities) };
    },
  };
}
