import { agentDifferences } from "@assay/contract/control/agents/agent-input";
import { settingsChanged } from "@assay/contract/control/agents/agent-refusals";
import { settingsOf } from "@assay/contract/control/settings/settings";
import { settingsUpdated } from "@assay/contract/control/control-evidence";
import { tell } from "../evidence/evidence-log.ts";
import type { ControlHandlers } from "./control-tables.ts";

/** The routes of a workspace's settings. */
export const settingsHandlers: ControlHandlers<"settings"> = {
  get: (_, { caller }) => ({ status: 200, body: structuredClone(caller.workspace.settings) }),
  put: ({ body }, call) =>
    call.commit(() => {
      const { workspace, apiKeyId } = call.caller;
      const before = workspace.settings;
      const settings = settingsOf(body);
      const expected = body.updatedAt ?? before.updatedAt;
      if (expected !== null && expected !== before.updatedAt)
        throw settingsChanged(expected, before.updatedAt);
      const changed = agentDifferences(before, settings);
      if (changed.length > 0) {
        const updatedAt = Math.max(call.clock.now(), (before.updatedAt ?? 0) + 1);
        workspace.settings = { ...settings, updatedAt };
        tell(call, settingsUpdated(apiKeyId, changed, settings));
      }
      return { status: 200 as const, body: structuredClone(workspace.settings) };
    }),
};
