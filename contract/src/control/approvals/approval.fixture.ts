import { askDecision, contextAt } from "../decisions/evaluated-request.fixture.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { ApprovalSettings } from "../settings/approval-settings.ts";
import type { ApprovalRecord } from "./approval-record.ts";
import { decideApprovalUse } from "./approval-use-rules.ts";

/** The command that opens an approval for a decision with the outcome ask. */
export const opening = (settings: ApprovalSettings = defaultSettings, evaluated = askDecision) => ({
  type: "open" as const,
  decisionId: "dec_1",
  evaluated,
  secrets: [],
  settings,
});

/** The approval that `key_requester` opens at the instant 1,000. @param set members to replace. */
export const opened = (
  set: Partial<ApprovalRecord> = {},
  settings: ApprovalSettings = defaultSettings,
): ApprovalRecord => ({
  ...decideApprovalUse(undefined, opening(settings), contextAt(1000, "key_requester")).record,
  ...set,
});

/** One given approval. */
export const given = (keyId: string, reviewer: string | null = null) => ({
  keyId,
  reviewer,
  reason: null,
  at: 2000,
});

/** An approval that `key_other` has approved. */
export const approved = opened({
  status: "approved",
  approvals: [given("key_other")],
  decidedBy: "key_other",
  decidedAt: 2000,
});
