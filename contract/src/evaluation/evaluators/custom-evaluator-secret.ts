import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders, timestamp, graceSeconds } from "../../platform/common.ts";
import { exampleInstant } from "../../platform/example-values.ts";

const rotatedSecret = z
  .object({
    object: z.literal("custom_evaluator_secret").meta({ description: "Always `custom_evaluator_secret`." }),
    secret: z.string().max(100).meta({
      description: "The secret, shown only once: `whsec_` followed by the base64 encoding of 32 bytes.",
    }),
    created_at: timestamp("Creation time."),
    previous_secret_expires_at: timestamp(
      "Time until which calls are also signed with the previous secret; null if the workspace has no previous secret.",
    ).nullable(),
  })
  .meta({
    id: "RotatedCustomEvaluatorSecret",
    description: "The workspace's signing secret for custom evaluators without a secret of their own.",
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
    grace_seconds: graceSeconds("How long calls are also signed with the previous secret"),
  })
  .meta({
    id: "RotateCustomEvaluatorSecret",
    description: "Options for the rotation.",
    examples: [{ grace_seconds: 3600 }],
  });

export const customEvaluatorSecretRoutes = c.router({
  rotate: route({
    method: "POST",
    path: "/v1/custom_evaluator_secret/rotate",
    summary: "Rotate the custom evaluator secret",
    description:
      "Creates a new workspace secret. It signs the calls to custom evaluators that have no secret of their own. Only this response contains the secret. The previous secret stays valid for the grace period.",
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
