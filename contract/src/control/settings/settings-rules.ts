import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import { agentDifferences } from "../agents/agent-input.ts";
import { settingsChanged } from "../agents/agent-refusals.ts";
import { type ControlEvent, settingsUpdated } from "../control-evidence.ts";
import { defaultSettings, type PutSettingsBody, settingsOf, type WorkspaceSettings } from "./settings.ts";

/** The settings of a workspace, and when they were changed, in milliseconds since 1970; null: never. */
export interface SettingsRecord extends WorkspaceSettings {
  updatedAt: number | null;
}

/** The settings of a workspace that has set none: they limit nothing. */
export const unsetSettings: Readonly<SettingsRecord> = { ...defaultSettings, updatedAt: null };

/**
 * Decides new settings; equal ones change nothing. `insert` stands for: store in place of the present ones.
 *
 * @throws {ApiError} 409 when the body names an `updatedAt` that is not the present one.
 */
export function decideSettings(
  before: SettingsRecord,
  body: PutSettingsBody,
  { now, actor }: RuleContext,
): Decision<SettingsRecord, ControlEvent, never> {
  const expected = body.updatedAt ?? before.updatedAt;
  if (expected !== null && expected !== before.updatedAt) throw settingsChanged(expected, before.updatedAt);
  const settings = settingsOf(body);
  const changed = agentDifferences<WorkspaceSettings>(before, settings);
  if (changed.length === 0) return unchanged(before);
  // Two changes within a millisecond must differ in their time.
  const record = { ...settings, updatedAt: Math.max(now, (before.updatedAt ?? 0) + 1) };
  return {
    record,
    changes: [{ op: "insert", record }],
    evidence: [settingsUpdated(actor, changed, settings)],
    events: [],
  };
}
