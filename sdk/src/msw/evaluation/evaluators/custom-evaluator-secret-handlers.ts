import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import { customSecrets } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { formatWebhookSecret } from "@assay/contract/wire";
import type { MockClock } from "../../platform/state/mock-clock.ts";
import { instant, instantOrNull } from "../../platform/http/paging.ts";
import type { EvaluationHandlers, EvaluationTables } from "../evaluation-tables.ts";

/** The secrets of a workspace that work now, the newest first. */
const workingSecrets = ({ customSecrets: secrets }: EvaluationTables, now: number) =>
  secrets.filter(({ validUntil }) => validUntil === null || validUntil > now);

function makeSecret(workspace: EvaluationTables): string {
  const secret = formatWebhookSecret(crypto.getRandomValues(new Uint8Array(32)));
  workspace.customSecrets.unshift({ secret, validUntil: null });
  return secret;
}

/**
 * What calls to the custom evaluators of a new evaluation are signed with; makes the workspace's secret when one of them
 * has none of its own and there is none yet.
 */
export function secretsFor(
  workspace: EvaluationTables,
  clock: MockClock,
  evaluators: CreateEvaluationBody["evaluators"],
): (position: number) => string[] {
  const given = new Map(customSecrets(evaluators).map(({ position, secret }) => [position, secret]));
  const present = workspace.customSecrets.some(({ validUntil }) => validUntil === null);
  if (!present && [...given.values()].includes(null)) makeSecret(workspace);
  return (position) => {
    const own = given.get(position);
    return own ? [own] : workingSecrets(workspace, clock.now()).map(({ secret }) => secret);
  };
}

/** The routes of the workspace's secret for custom evaluators. */
export const customEvaluatorSecretHandlers: EvaluationHandlers<"customEvaluatorSecret"> = {
  rotate: ({ body }, { caller: { workspace }, clock, commit }) =>
    commit(() => {
      const now = clock.now();
      const working = workingSecrets(workspace, now);
      const until = now + body.grace_seconds * 1000;
      workspace.customSecrets = working.map(({ secret, validUntil }) => ({
        secret,
        validUntil: Math.min(validUntil ?? Infinity, until),
      }));
      const wire = {
        object: "custom_evaluator_secret" as const,
        secret: makeSecret(workspace),
        created_at: instant(now),
        previous_secret_expires_at: instantOrNull(working.length === 0 ? null : until),
      };
      return { status: 200, body: wire };
    }),
};
