export { Assay } from "./client.ts";
export { ApiPromise, type WithResponse } from "./api-promise.ts";
export * from "./error-classes.ts";
export type { WatchOptions } from "./event-stream.ts";
export type { ControlEvents } from "./extras/control-events.ts";
export type { ControlEvidence } from "./extras/control-evidence.ts";
export type { ControlGuard, ToolGuard } from "./extras/control-guard.ts";
export type { GuardedToolCall, GuardOptions } from "./guard-options.ts";
export type { Datasets } from "./extras/datasets.ts";
export type { DownloadOptions, DownloadProgress } from "./extras/download-export.ts";
export type { Evaluations } from "./extras/evaluations.ts";
export type { Exports } from "./extras/exports.ts";
export type {
  ImportFileOptions,
  ImportOutputsOptions,
  ImportSource,
  UploadProgress,
} from "./extras/import-file.ts";
export type { WaitForExportOptions } from "./extras/wait-for-export.ts";
export type { Samples } from "./extras/samples.ts";
export type { Webhooks } from "./extras/webhooks.ts";
export type * from "./generated/resources.ts";
export type * from "./generated/types.ts";
export { verifyWebhook } from "./verify-webhook.ts";
export type { VerifyWebhookOptions, WebhookHeaders } from "./verify-webhook-options.ts";
export type {
  EvaluationEndedData,
  ReviewSubmittedData,
  ReviewTaskAssignedData,
  ReviewTaskUnassignedData,
  ScoreOverriddenData,
  ThresholdCrossedData,
  WebhookEvent,
} from "./webhook-event.ts";
export type { CustomEvaluatorAnswer, CustomEvaluatorRequest } from "./custom-evaluator.ts";
export type { Logger, LogLevel } from "./logger.ts";
export type { AssayOptions, RequestOptions } from "./options.ts";
export { Page, PagePromise } from "./page.ts";
export type { UploadBody } from "./transport.ts";
export { pollUntil, type PollOptions } from "./wait.ts";
export type { EvaluationWaitProgress, WaitOptions } from "./wait-for-evaluation.ts";
