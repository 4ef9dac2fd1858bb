import type { contract } from "@assay/contract/openapi/apis";
import {
  guidelineSetBuiltIn,
  guidelineSetConflict,
} from "@assay/contract/evaluation/evaluators/guideline-set-refusals";
import { guidelineSetOf } from "@assay/contract/evaluation/evaluators/guideline-sets";
import { builtInGuidelineSets, type GuidelineSet, jsonEquals } from "@assay/contract/domain";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import {
  findGuidelineSets,
  type GuidelineSetRow,
  insertGuidelineSet,
  listGuidelineSets,
} from "./guideline-set-queries.ts";

const contentsOf = ({ name, questions, required_actions, forbidden_actions }: GuidelineSet) => ({
  name,
  questions: questions.map(({ synonyms, ...question }) => ({ ...question, synonyms: [...synonyms] })),
  required_actions: [...required_actions],
  forbidden_actions: [...forbidden_actions],
});

const toWire = (row: GuidelineSetRow) => ({
  object: "guideline_set" as const,
  ...contentsOf(row),
  created_at: row.created_at.toISOString(),
});

/** The routes of guideline sets. */
export function guidelineSetHandlers(deps: PlatformDeps): Handlers<typeof contract.guidelineSets> {
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const set = guidelineSetOf(body);
        if (builtInGuidelineSets.includes(set.name)) throw guidelineSetBuiltIn(set.name);
        const row = { ...set, id: deps.newId(), created_at: deps.now() };
        if (await insertGuidelineSet(tx, { ...row, workspace_id: caller.workspaceId }))
          return { status: 201, body: toWire(row) };
        const [stored] = await findGuidelineSets(tx, caller.workspaceId, [set.name]);
        if (!stored || !jsonEquals(contentsOf(stored), set)) throw guidelineSetConflict(set.name);
        return { status: 200, body: toWire(stored) };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "guideline_sets", filter: {} };
      const page = { limit: query.limit, position: positionOf(query, identity) };
      const rows = await listGuidelineSets(deps.database.knex, caller.workspaceId, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
  };
}
