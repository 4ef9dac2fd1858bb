export { Assay } from "./client/client.ts";
export { ApiPromise, type WithResponse } from "./client/api-promise.ts";
export * from "./error-classes.ts";
export type { WatchOptions } from "./evidence/event-stream.ts";
export type { ControlApprovals } from "./control/control-approvals-extras.ts";
export type { ApprovalChange, ApprovalStreamOptions } from "./control/approval-stream.ts";
export type { WaitForApprovalOptions } from "./control/wait-for-approval.ts";
export type { ControlEvents } from "./extras/control-events-extras.ts";
export type { ControlEvidence } from "./extras/control-evidence-extras.ts";
export type { ControlGuard, ToolGuard } from "./extras/control-guard-extras.ts";
export type { GuardedToolCall, GuardOptions } from "./control/guard-options.ts";
export type { Datasets } from "./extras/datasets-extras.ts";
export type { DownloadOptions, DownloadProgress } from "./extras/transfer/download-export.ts";
export type { Evaluations } from "./extras/evaluations-extras.ts";
export type { Exports } from "./extras/exports-extras.ts";
export type {
  ImportFileOptions,
  ImportOutputsOptions,
  ImportSource,
  UploadProgress,
} from "./extras/transfer/import-file.ts";
export type { ImportRatingsOptions } from "./extras/transfer/import-ratings.ts";
export type { WaitForExportOptions } from "./extras/transfer/wait-for-export.ts";
export type { Reviews } from "./review/reviews-extras.ts";
export type { Samples } from "./extras/samples-extras.ts";
export type { Webhooks } from "./extras/webhooks-extras.ts";
export type * from "./generated/resources.ts";
export type * from "./generated/types.ts";
export type * from "./generated/webhook-events.ts";
export { verifyWebhook } from "./webhooks/verify-webhook.ts";
export type { VerifyWebhookOptions, WebhookHeaders } from "./webhooks/verify-webhook-options.ts";
export type { CustomEvaluatorRequest, CustomEvaluatorResponse } from "./evaluation/custom-evaluator.ts";
export type { Logger, LogLevel } from "./client/logger.ts";
export type { AssayOptions, RequestOptions } from "./client/options.ts";
export {
  PagePromise,
  type ListBody,
  type Page,
  type PageMembers,
  type ToArrayOptions,
} from "./client/page.ts";
export type { UploadBody } from "./client/transport/transport.ts";
export { pollUntil, type PollOptions } from "./evaluation/wait.ts";
export type { EvaluationWaitProgress, WaitOptions } from "./evaluation/wait-for-evaluation.ts";
