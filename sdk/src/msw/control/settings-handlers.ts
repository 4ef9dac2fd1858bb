import { decideSettings } from "@assay/contract/control/settings/settings-rules";
import { appendServerEvent } from "../evidence/evidence-log.ts";
import { type ControlHandlers, hierarchyOf } from "./control-tables.ts";
import { commitWithWarnings } from "./policy-tools.ts";

export const settingsHandlers: ControlHandlers<"settings"> = {
  get: (_, { caller }) => structuredClone(caller.workspace.settings),
  put: ({ body }, call) =>
    commitWithWarnings(call, () => {
      const { workspace } = call.caller;
      const state = { before: workspace.settings, hierarchy: hierarchyOf(workspace) };
      const { record, evidence } = decideSettings(state, body, call.rules);
      if (record) workspace.settings = record;
      for (const event of evidence) appendServerEvent(call, event);
      return structuredClone(workspace.settings);
    }),
};
