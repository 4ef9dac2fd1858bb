import {
  newGuidelineSet,
  sameGuidelineSet,
} from "@assay/contract/evaluation/guideline-sets/guideline-set-rules";
import { guidelineSetToWire } from "@assay/contract/evaluation/guideline-sets/guideline-set-wire";
import type { contract } from "@assay/contract/openapi/apis";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import {
  findGuidelineSets,
  type GuidelineSetRow,
  insertGuidelineSet,
  listGuidelineSets,
} from "./guideline-set-queries.ts";

const storedOf = ({ id: _id, created_at: createdAt, ...set }: GuidelineSetRow) => ({
  set,
  createdAt: createdAt.getTime(),
});

const toWire = (row: GuidelineSetRow) => guidelineSetToWire(storedOf(row));

/** Returns the handlers of the guideline set routes. */
export function guidelineSetHandlers(deps: PlatformDeps): Handlers<typeof contract.guidelineSets> {
  return {
    create: ({ body }, { caller: { workspaceId }, commit }) =>
      commit(async (tx) => {
        const now = deps.now();
        const created = newGuidelineSet(body, { now: now.getTime() });
        const row = { ...created.set, id: deps.newId(), created_at: now, workspace_id: workspaceId };
        if (await insertGuidelineSet(tx, row)) return { status: 201, body: guidelineSetToWire(created) };
        const [taken] = await findGuidelineSets(tx, workspaceId, [created.set.name]);
        const stored = sameGuidelineSet(taken && storedOf(taken), created);
        return { status: 200, body: guidelineSetToWire(stored) };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "guideline_sets", filter: {} };
      const page = { limit: query.limit, position: positionOf(query, identity) };
      const rows = await listGuidelineSets(deps.database.knex, caller.workspaceId, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
  };
}
