import { rotatedSecretToWire } from "@assay/contract/evaluation/evaluators/custom-evaluator-secret-rules";
import type { contract } from "@assay/contract/openapi/apis";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { rotateSecret } from "./custom-evaluator-secret-service.ts";

/**
 * Returns the handlers of the routes for the workspace's secret, which signs calls to custom evaluators.
 */
export function customEvaluatorSecretHandlers(
  deps: PlatformDeps,
): Handlers<typeof contract.customEvaluatorSecret> {
  return {
    rotate: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const rotated = { workspaceId: caller.workspaceId, graceSeconds: body.grace_seconds };
        return { status: 200, body: rotatedSecretToWire(await rotateSecret(tx, deps, rotated)) };
      }),
  };
}
