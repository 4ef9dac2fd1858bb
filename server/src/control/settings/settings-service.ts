import type { PutSettingsBody } from "@assay/contract/control/settings/settings";
import { decideSettings, type SettingsRecord } from "@assay/contract/control/settings/settings-rules";
import { emptyHierarchy } from "@assay/contract/control/hierarchy/hierarchy-rules";
import type { ControlDeps } from "../control-deps.ts";
import { loadHierarchy, lockEntities } from "../hierarchy-queries.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { appendInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { getSettings, putSettings } from "./settings-queries.ts";

/**
 * Sets all settings of a workspace. The lock of the log serializes concurrent changes.
 *
 * @throws {ApiError} the refusals of `decideSettings`.
 */
export async function changeSettings(
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now" | "newId">,
  { caller, body }: { caller: Caller; body: PutSettingsBody },
): Promise<SettingsRecord> {
  const { workspaceId } = caller;
  const context = ruleContext(deps, caller);
  const hasGroups = Object.keys(body.toolGroups).length > 0;
  // The entities are locked and loaded before the log is locked, because decisions wait for the log.
  if (hasGroups) await lockEntities(tx, workspaceId, context.now);
  const hierarchy = hasGroups ? await loadHierarchy(tx, workspaceId) : emptyHierarchy;
  await lockLog(tx, workspaceId);
  const before = await getSettings(tx, workspaceId);
  const { record = before, changes, evidence } = decideSettings({ before, hierarchy }, body, context);
  if (changes.length > 0) await putSettings(tx, workspaceId, record);
  for (const event of evidence) await appendInTransaction(tx, deps, { workspaceId, event });
  return record;
}
