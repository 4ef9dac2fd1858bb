import { endedSecrets, secretWorks } from "@assay/contract/domain";
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import { customSecrets } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import {
  needsSecret,
  rotatedSecretToWire,
  rotation,
} from "@assay/contract/evaluation/evaluators/custom-evaluator-secret-rules";
import { formatWebhookSecret } from "@assay/contract/wire";
import type { MockClock } from "../../platform/state/mock-clock.ts";
import type { EvaluationHandlers, EvaluationTables } from "../evaluation-tables.ts";

/** Returns a workspace's valid secrets, newest first. */
const workingSecrets = ({ customSecrets: secrets }: EvaluationTables, now: number) =>
  secrets.filter((secret) => secretWorks(secret, now));

function createSecret(workspace: EvaluationTables): string {
  const secret = formatWebhookSecret(crypto.getRandomValues(new Uint8Array(32)));
  workspace.customSecrets.unshift({ secret, validUntil: null });
  return secret;
}

/**
 * Returns the signing secrets for a new evaluation's custom evaluators; creates the workspace's secret if it
 * has none.
 */
export function secretsFor(
  workspace: EvaluationTables,
  clock: MockClock,
  evaluators: CreateEvaluationBody["evaluators"],
): (position: number) => string[] {
  const given = customSecrets(evaluators);
  if (needsSecret(workspace.customSecrets, given)) createSecret(workspace);
  const owned = new Map(given.map(({ position, secret }) => [position, secret]));
  return (position) => {
    const own = owned.get(position);
    return own ? [own] : workingSecrets(workspace, clock.now()).map(({ secret }) => secret);
  };
}

export const customEvaluatorSecretHandlers: EvaluationHandlers<"customEvaluatorSecret"> = {
  rotate: ({ body }, { caller: { workspace }, clock, commit }) =>
    commit(() => {
      const now = clock.now();
      const working = workingSecrets(workspace, now);
      const { endsAt, previousUntil } = rotation(working, { graceSeconds: body.grace_seconds, now });
      workspace.customSecrets = endedSecrets(working, endsAt);
      const created = { secret: createSecret(workspace), createdAt: now, previousUntil };
      return rotatedSecretToWire(created);
    }),
};
