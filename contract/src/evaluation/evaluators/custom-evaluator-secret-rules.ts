/** When a secret of the workspace for custom evaluators stops working; null: never, it is the present one. */
export interface SecretTime {
  validUntil: number | null;
}

/** Whether a secret works at an instant. */
export const secretWorks = ({ validUntil }: SecretTime, now: number): boolean =>
  validUntil === null || validUntil > now;

/**
 * What a rotation does to the secrets before it: each ends at `endsAt`, unless it ends sooner.
 *
 * @param working the secrets that work now.
 * @returns previousUntil: until when calls are signed with one of them too; null: there is none.
 */
export function rotation(
  working: readonly unknown[],
  { graceSeconds, now }: { graceSeconds: number; now: number },
): { endsAt: number; previousUntil: number | null } {
  const endsAt = now + graceSeconds * 1000;
  return { endsAt, previousUntil: working.length === 0 ? null : endsAt };
}

/**
 * Whether the workspace needs a new secret: a custom evaluator comes without one of its own and there is no present one.
 *
 * @param given one for each custom evaluator; null: the workspace's.
 */
export const needsSecret = (
  stored: readonly SecretTime[],
  given: readonly { secret: string | null }[],
): boolean =>
  given.some(({ secret }) => secret === null) && !stored.some(({ validUntil }) => validUntil === null);

/** The response to a rotation. */
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
