import type { contract } from "@assay/contract/openapi/apis";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { rotateSecret } from "./custom-evaluator-secret-service.ts";

/** The routes of the workspace's secret for custom evaluators. */
export function customEvaluatorSecretHandlers(
  deps: PlatformDeps,
): Handlers<typeof contract.customEvaluatorSecret> {
  return {
    rotate: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const asked = { workspaceId: caller.workspaceId, graceSeconds: body.grace_seconds };
        const { secret, createdAt, previousUntil } = await rotateSecret(tx, deps, asked);
        const wire = {
          object: "custom_evaluator_secret" as const,
          secret,
          created_at: createdAt.toISOString(),
          previous_secret_expires_at: previousUntil?.toISOString() ?? null,
        };
        return { status: 200, body: wire } as const;
      }),
  };
}
