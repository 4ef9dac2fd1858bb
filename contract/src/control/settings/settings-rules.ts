import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import { agentDifferences } from "../agents/agent-input.ts";
import { settingsChanged } from "../agents/agent-refusals.ts";
import { type ControlEvent, settingsUpdated } from "../control-evidence.ts";
import { type HierarchyState, refuseToolGroups } from "../hierarchy/hierarchy-rules.ts";
import { defaultSettings, type PutSettingsBody, settingsOf, type WorkspaceSettings } from "./settings.ts";

/**
 * The settings of a workspace. `updatedAt` is the time of their last change in milliseconds since 1970; it is
 * null if they were never changed.
 */
export interface SettingsRecord extends WorkspaceSettings {
  updatedAt: number | null;
}

/** The default settings of a workspace, without limits. */
export const unsetSettings: Readonly<SettingsRecord> = { ...defaultSettings, updatedAt: null };

/** The state loaded by the caller, with the settings locked. */
export interface SettingsState {
  before: SettingsRecord;
  /** The hierarchy before the change; read only if the body has tool groups. */
  hierarchy: HierarchyState;
}

/**
 * Decides new settings. If they equal the stored ones, nothing changes. `insert` means that the caller
 * replaces the stored settings.
 *
 * @throws {ApiError} 400 if tool groups break a rule of the hierarchy; 409 if the `updatedAt` of the body is
 *   not the stored one.
 */
export function decideSettings(
  { before, hierarchy }: SettingsState,
  body: PutSettingsBody,
  { now, actor }: RuleContext,
): Decision<SettingsRecord, ControlEvent, never> {
  const expected = body.updatedAt ?? before.updatedAt;
  if (expected !== null && expected !== before.updatedAt) throw settingsChanged(expected, before.updatedAt);
  const settings = settingsOf(body);
  const changed = agentDifferences<WorkspaceSettings>(before, settings);
  if (changed.length === 0) return unchanged(before);
  if (changed.includes("toolGroups")) refuseToolGroups(hierarchy, settings.toolGroups);
  // Two changes within the same millisecond must still have different times.
  const record = { ...settings, updatedAt: Math.max(now, (before.updatedAt ?? 0) + 1) };
  return {
    record,
    changes: [{ op: "insert", record }],
    evidence: [settingsUpdated(actor, changed, settings)],
    events: [],
  };
}
