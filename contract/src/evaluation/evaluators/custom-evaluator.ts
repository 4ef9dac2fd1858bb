import * as z from "zod";
import { bind, type BoundEvaluator } from "./bound-evaluator.ts";
import { optional } from "../../platform/common.ts";
import {
  custom,
  type CustomConfig,
  customRequest,
  readCustomResponse,
} from "../../domain/evaluators/custom.ts";
import type { MissingOutputConfig } from "../../domain/evaluators/missing-output.ts";
import { evaluatorName, ownMissingOutput, weight } from "./evaluator-input.ts";
import { webhookUrl } from "../../platform/outbound/webhook-url.ts";
import { parseWebhookSecret } from "../../wire/http/webhook-signature.ts";

const customConfig = z
  .strictObject({
    webhook_url: webhookUrl(
      "URL that receives each sample by POST. It must use https and resolve to a public address, unless the server's operator allows further addresses.",
    ),
    timeout_seconds: optional(
      z
        .int()
        .min(1)
        .max(120)
        .meta({ description: "Maximum time to wait for one response, in seconds; default 30." }),
    ),
    retry_count: optional(
      z.int().min(0).max(10).meta({
        description:
          "Number of retries after status 408, 425, 429 or 5xx, a timeout or a broken connection; default 3.",
      }),
    ),
    secret: optional(
      z
        .string()
        .max(100)
        .refine((text) => parseWebhookSecret(text) !== undefined, {
          error: "must be whsec_ and base64 of 24 to 64 bytes",
        })
        .meta({
          description:
            "Secret that signs the calls (Standard Webhooks), `whsec_…`; never returned. By default, the workspace's secret.",
        }),
    ),
    missing_output: ownMissingOutput,
  })
  .meta({
    id: "CustomEvaluatorConfig",
    description: "The endpoint of an external evaluator.",
    examples: [{ webhook_url: "https://evaluator.example.org/score", timeout_seconds: 10 }],
  });

/** The schema of a `custom` evaluator in requests. */
export const customInput = z
  .strictObject({
    type: z.literal("custom").meta({ description: "Always `custom`." }),
    name: optional(evaluatorName),
    config: customConfig,
    weight: optional(weight),
  })
  .meta({
    id: "CustomEvaluatorInput",
    description: "Scores each sample by calling an external endpoint.",
    examples: [{ type: "custom" as const, config: { webhook_url: "https://evaluator.example.org/score" } }],
  });

/** Applies the defaults of `custom`. The secret is not part of the settings. */
export const customConfigOf = (
  given: z.output<typeof customConfig>,
  missing: MissingOutputConfig,
): CustomConfig => ({
  ...missing,
  webhook_url: given.webhook_url,
  timeout_seconds: given.timeout_seconds ?? 30,
  retry_count: given.retry_count ?? 3,
});

/** Binds `custom` to its settings and its endpoint. */
export const bindCustom = (config: CustomConfig): BoundEvaluator => ({
  ...bind(custom, config),
  remote: {
    url: config.webhook_url,
    timeoutMs: config.timeout_seconds * 1000,
    retryCount: config.retry_count,
    request: (question) => customRequest(config, question),
    read: readCustomResponse,
  },
});
