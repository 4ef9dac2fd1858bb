import { endedSecrets, secretWorks } from "@assay/contract/domain";
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import { customSecrets } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import {
  needsSecret,
  rotatedSecretToWire,
  rotation,
} from "@assay/contract/evaluation/evaluators/custom-evaluator-secret-rules";
import { formatWebhookSecret } from "@assay/contract/wire";
import type { Random } from "../../platform/state/mock-random.ts";
import type { EvaluationHandlers, EvaluationState, EvaluationTables } from "../evaluation-tables.ts";

/** Returns a workspace's valid secrets, newest first. */
const workingSecrets = ({ customSecrets: secrets }: EvaluationTables, now: number) =>
  secrets.filter((secret) => secretWorks(secret, now));

/** Adds a workspace's current secret. @returns the secret. */
function addSecret(workspace: EvaluationTables, random: Random): string {
  const secret = formatWebhookSecret(random(32));
  workspace.customSecrets.unshift({ secret, validUntil: null });
  return secret;
}

/**
 * Returns the signing secrets for a new evaluation's custom evaluators; creates the workspace's secret if it
 * has none.
 */
export function secretsFor(
  workspace: EvaluationTables,
  { clock, random }: Pick<EvaluationState, "clock" | "random">,
  evaluators: CreateEvaluationBody["evaluators"],
): (position: number) => string[] {
  const given = customSecrets(evaluators);
  if (needsSecret(workspace.customSecrets, given)) addSecret(workspace, random);
  const owned = new Map(given.map(({ position, secret }) => [position, secret]));
  return (position) => {
    const own = owned.get(position);
    return own ? [own] : workingSecrets(workspace, clock.now()).map(({ secret }) => secret);
  };
}

export const customEvaluatorSecretHandlers: EvaluationHandlers<"customEvaluatorSecret"> = {
  rotate: ({ body }, { caller: { workspace }, clock, random, commit }) =>
    commit(() => {
      const now = clock.now();
      const working = workingSecrets(workspace, now);
      const { endsAt, previousUntil } = rotation(working, { graceSeconds: body.grace_seconds, now });
      workspace.customSecrets = endedSecrets(working, endsAt);
      const created = { secret: addSecret(workspace, random), createdAt: now, previousUntil };
      return rotatedSecretToWire(created);
    }),
};
