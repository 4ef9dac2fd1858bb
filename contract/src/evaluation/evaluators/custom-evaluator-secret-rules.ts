import type { SecretTime } from "../../domain/values/secret-times.ts";

/**
 * Computes how a rotation affects earlier secrets. Each of them expires at `endsAt`, unless it already
 * expires sooner.
 *
 * @param working the secrets that are currently valid.
 * @returns `previousUntil`: the time until which calls are also signed with an earlier secret; null if no
 *   earlier secret is valid.
 */
export function rotation(
  working: readonly unknown[],
  { graceSeconds, now }: { graceSeconds: number; now: number },
): { endsAt: number; previousUntil: number | null } {
  const endsAt = now + graceSeconds * 1000;
  return { endsAt, previousUntil: working.length === 0 ? null : endsAt };
}

/**
 * Returns whether the workspace needs a new secret: a custom evaluator has no secret of its own, and the
 * workspace has no current secret.
 *
 * @param given one item for each custom evaluator; null if it uses the workspace's secret.
 */
export const needsSecret = (
  stored: readonly SecretTime[],
  given: readonly { secret: string | null }[],
): boolean =>
  given.some(({ secret }) => secret === null) && !stored.some(({ validUntil }) => validUntil === null);

/** Returns the response to a rotation. */
export const rotatedSecretToWire = (rotated: {
  secret: string;
  createdAt: number;
  previousUntil: number | null;
}) => ({
  object: "custom_evaluator_secret" as const,
  secret: rotated.secret,
  created_at: new Date(rotated.createdAt).toISOString(),
  previous_secret_expires_at:
    rotated.previousUntil === null ? null : new Date(rotated.previousUntil).toISOString(),
});
