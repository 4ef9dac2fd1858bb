import type { contract } from "@assay/contract/openapi/apis";
import { settingsOf } from "@assay/contract/control/settings/settings";
import type { ControlDeps } from "../control-deps.ts";
import { committed } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { changeSettings, readSettings } from "./settings-service.ts";

/** The routes of a workspace's settings. */
export function settingsHandlers(deps: ControlDeps): Handlers<typeof contract.settings> {
  return {
    get: async (_, { caller }) => ({
      status: 200,
      body: await readSettings(deps.database.knex, caller.workspaceId),
    }),
    put: ({ body }, call) =>
      committed(deps, call, async (tx) => {
        const asked = { settings: settingsOf(body), expected: body.updatedAt ?? undefined };
        return { status: 200, body: await changeSettings(tx, deps, call.caller, asked) } as const;
      }),
  };
}
