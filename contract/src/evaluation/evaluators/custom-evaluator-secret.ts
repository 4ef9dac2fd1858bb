import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders, timestamp, graceSeconds } from "../../platform/common.ts";
import { exampleInstant } from "../../platform/example-values.ts";

const rotatedSecret = z
  .object({
    object: z.literal("custom_evaluator_secret").meta({ description: "Always `custom_evaluator_secret`." }),
    secret: z.string().max(100).meta({
      description: "The secret itself, shown this once: `whsec_` and the base64 of 32 bytes.",
    }),
    created_at: timestamp("When it was made."),
    previous_secret_expires_at: timestamp(
      "Until when calls are signed with the secret before too; null: there was none.",
    ).nullable(),
  })
  .meta({
    id: "RotatedCustomEvaluatorSecret",
    description: "What calls to custom evaluators without a secret of their own are signed with.",
    examples: [
      {
        object: "custom_evaluator_secret" as const,
        secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
        created_at: exampleInstant,
        previous_secret_expires_at: null,
      },
    ],
  });

const rotateSecretBody = z
  .strictObject({
    grace_seconds: graceSeconds("How long calls are signed with the old secret too"),
  })
  .meta({
    id: "RotateCustomEvaluatorSecret",
    description: "How to rotate.",
    examples: [{ grace_seconds: 3600 }],
  });

export const customEvaluatorSecretRoutes = c.router({
  rotate: route({
    method: "POST",
    path: "/v1/custom_evaluator_secret/rotate",
    summary: "Make a new secret for custom evaluators",
    description:
      "Calls to custom evaluators without a secret of their own are signed with the workspace's. It is shown in this answer only; the one before works on for the grace period.",
    headers: idempotencyHeaders,
    body: rotateSecretBody,
    responses: answers({ 200: rotatedSecret }, 409),
    metadata: {
      operationId: "rotateCustomEvaluatorSecret",
      tag: "Custom evaluators",
      scope: "settings:write",
      sdk: "customEvaluatorSecret.rotate",
      secretBearing: true,
      workspaceLevel: true,
    },
  }),
});
