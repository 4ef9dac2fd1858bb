import type { contract } from "@assay/contract/openapi/apis";
import type { ControlDeps } from "../control-deps.ts";
import { commitAndNotify } from "../../evidence/log/append/append-in-transaction.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { getSettings } from "./settings-queries.ts";
import { changeSettings } from "./settings-service.ts";

/** The routes of a workspace's settings. */
export function settingsHandlers(deps: ControlDeps): Handlers<typeof contract.settings> {
  return {
    get: async (_, { caller }) => ({
      status: 200,
      body: await getSettings(deps.database.knex, caller.workspaceId),
    }),
    put: ({ body }, call) =>
      commitAndNotify(deps, call, async (tx) => {
        const { caller } = call;
        const change = () => changeSettings(tx, deps, { caller, body });
        const { result, warnings } = await deps.policies.names.settingsChange(tx, caller.workspaceId, change);
        return { status: 200 as const, body: { ...result, warnings } };
      }),
  };
}
