import { decideSettings } from "@assay/contract/control/settings/settings-rules";
import { appendServerEvent } from "../evidence/evidence-log.ts";
import { type ControlHandlers, hierarchyOf } from "./control-tables.ts";
import { withNameWarnings } from "./policy-tools.ts";

export const settingsHandlers: ControlHandlers<"settings"> = {
  get: (_, { caller }) => structuredClone(caller.workspace.settings),
  put: ({ body }, call) =>
    call.commit(() => {
      const { workspace } = call.caller;
      return withNameWarnings(call, () => {
        const { record, evidence } = decideSettings(
          { before: workspace.settings, hierarchy: hierarchyOf(workspace) },
          body,
          call.rules,
        );
        if (record) workspace.settings = record;
        for (const event of evidence) appendServerEvent(call, event);
        return structuredClone(workspace.settings);
      });
    }),
};
