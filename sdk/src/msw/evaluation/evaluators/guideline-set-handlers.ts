import {
  guidelineSetBuiltIn,
  guidelineSetConflict,
} from "@assay/contract/evaluation/evaluators/guideline-set-refusals";
import { guidelineSetOf } from "@assay/contract/evaluation/evaluators/guideline-sets";
import { builtInGuidelineSets, jsonEquals } from "@assay/contract/domain";
import { instant, pageOf } from "../../platform/http/paging.ts";
import type { EvaluationHandlers, GuidelineSetRow } from "../evaluation-tables.ts";

const toWire = ({ set, createdAt }: GuidelineSetRow) => ({
  object: "guideline_set" as const,
  name: set.name,
  questions: set.questions.map(({ synonyms, ...question }) => ({ ...question, synonyms: [...synonyms] })),
  required_actions: [...set.required_actions],
  forbidden_actions: [...set.forbidden_actions],
  created_at: instant(createdAt),
});

const keyOf = ({ createdAt, ordinal }: GuidelineSetRow) => [instant(createdAt), ordinal];

/** The routes of guideline sets. */
export const guidelineSetHandlers: EvaluationHandlers<"guidelineSets"> = {
  create: ({ body }, { caller, clock, commit }) =>
    commit(() => {
      const set = guidelineSetOf(body);
      if (builtInGuidelineSets.includes(set.name)) throw guidelineSetBuiltIn(set.name);
      const { guidelineSets } = caller.workspace;
      const stored = guidelineSets.get(set.name);
      if (stored) {
        if (!jsonEquals(stored.set, set)) throw guidelineSetConflict(set.name);
        return { status: 200, body: toWire(stored) };
      }
      const row = { set, createdAt: clock.now(), ordinal: guidelineSets.size };
      guidelineSets.set(set.name, row);
      return { status: 201, body: toWire(row) };
    }),
  list: ({ query }, { caller }) => {
    const list = { list: "guideline_sets", filter: {}, toWire, keyOf, descending: true };
    return { status: 200, body: pageOf(caller.workspace.guidelineSets.values(), query, list) };
  },
};
