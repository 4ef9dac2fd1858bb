import type { contract } from "@assay/contract/openapi/apis";
import { checkRoutingScope } from "@assay/contract/evaluation/evaluations/evaluation-creation-rules";
import { selectedResults } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import {
  cancellationToWire,
  evaluationToWire,
  resultToWire,
  shownEvaluation,
} from "@assay/contract/evaluation/evaluations/evaluation-wire";
import type { ResultsQuery } from "@assay/contract/evaluation/evaluations/evaluation-result";
import type { ResultRecord } from "@assay/contract/evaluation/evaluations/evaluation-record";
import type { Knex } from "knex";
import type { Caller, Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter, idOrNone } from "../../platform/http/request/id-filter.ts";
import { datedKey, type ListIdentity, pageOf, positionOf } from "../../platform/http/request/page.ts";
import {
  blindSamples,
  findBlindDatasets,
  findBlindEvaluations,
  refuseBlind,
} from "../../workspace/access/blind-access.ts";
import type { EvaluationDeps } from "./evaluation-deps.ts";
import { evaluationRecord, type EvaluationRow, listEvaluations } from "./evaluation-queries.ts";
import { listResults, resultKey } from "./evaluation-result-queries.ts";
import { cancelEvaluation, createEvaluation, getReachable } from "./evaluation-service.ts";
import { waitForCompletion } from "./wait-for-completion.ts";

/** Returns the identity of a list of results, which is part of its cursors. */
function resultList({ id, runs }: EvaluationRow, query: ResultsQuery): ListIdentity {
  const key = query.order === "score" ? (["number", "uuid"] as const) : (["uuid", "integer"] as const);
  return {
    list: "evaluation_results",
    filter: { ...query, evaluation: id },
    key: runs === 1 ? key : [...key, "integer"],
  };
}

/** Returns a function that converts one of the evaluations to its form in responses to the caller. */
async function shownTo(knex: Knex, caller: Caller, rows: readonly EvaluationRow[]) {
  const scored = await findBlindEvaluations(
    knex,
    caller,
    rows.map(({ id }) => id),
  );
  const datasets = await findBlindDatasets(
    knex,
    caller,
    rows.map(({ dataset_id: id }) => id),
  );
  return (row: EvaluationRow) =>
    shownEvaluation(evaluationRecord(row), {
      scored: scored.has(row.id),
      dataset: datasets.has(row.dataset_id),
    });
}

/** Returns the handlers of the evaluation routes, except the comparison of evaluations. */
export function evaluationHandlers(
  deps: EvaluationDeps,
): Omit<Handlers<typeof contract.evaluations>, "compare" | "compareCandidates" | "comparePairs"> {
  const { knex } = deps.database;
  return {
    create: async ({ body }, call) => {
      const { caller, commit } = call;
      checkRoutingScope(body, caller.scopes);
      const created = await commit(async (tx) => ({
        status: 201 as const,
        body: evaluationToWire(await createEvaluation(tx, deps, caller, body)),
      }));
      if (body.run_async) return created;
      const evaluationId = idOrNone("evaluation", created.body.id);
      const key = { workspaceId: caller.workspaceId, evaluationId };
      const ended = await waitForCompletion(deps, key, { signal: call.waitSignal });
      const toWire = await shownTo(knex, caller, [ended]);
      return { status: 201, body: toWire(ended) };
    },
    list: async ({ query }, { caller }) => {
      const { project, dataset, status } = query;
      const identity = { list: "evaluations", filter: { project, dataset, status } };
      const filter = {
        project_id: idFilter("project", project),
        dataset_id: idFilter("dataset", dataset),
        status,
      };
      const page = { filter, limit: query.limit, position: positionOf(query, identity) };
      const rows = await listEvaluations(knex, caller, page);
      const toWire = await shownTo(knex, caller, rows);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    get: async ({ params }, { caller }) => {
      const evaluation = await getReachable(knex, caller, params.id);
      if (evaluation.results) await refuseBlind(knex, caller, { evaluationIds: [evaluation.id] });
      const toWire = await shownTo(knex, caller, [evaluation]);
      return { status: 200, body: toWire(evaluation) };
    },
    results: async ({ params, query }, { caller }) => {
      const evaluation = await getReachable(knex, caller, params.id);
      const selection = selectedResults(evaluation.evaluators, query);
      const identity = resultList(evaluation, query);
      const { score_below: scoreBelow, flagged, limit } = query;
      const position = positionOf(query, identity);
      const hidden = blindSamples(knex, caller);
      const rows = await listResults(knex, evaluation, {
        ...selection,
        scoreBelow,
        flagged,
        hidden,
        limit,
        position,
      });
      const keyOf = (row: ResultRecord) => resultKey(evaluation, selection, row);
      const map = { toWire: resultToWire(evaluation), keyOf };
      return { status: 200, body: pageOf(rows, query, identity, map) };
    },
    cancel: ({ params }, { caller, commit }) =>
      commit(async (tx) => ({
        status: 200,
        body: cancellationToWire(evaluationRecord(await cancelEvaluation(tx, deps, caller, params.id))),
      })),
  };
}
