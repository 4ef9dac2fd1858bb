/** The expiry of a workspace secret for custom evaluators; null: never, the current one. */
export interface SecretTime {
  validUntil: number | null;
}

/** Whether a secret is valid at an instant. */
export const secretWorks = ({ validUntil }: SecretTime, now: number): boolean =>
  validUntil === null || validUntil > now;

/**
 * Computes the effect of a rotation on earlier secrets: each expires at `endsAt`, unless it expires sooner.
 *
 * @param working the currently valid secrets.
 * @returns previousUntil: until when calls are also signed with one of them; null: none.
 */
export function rotation(
  working: readonly unknown[],
  { graceSeconds, now }: { graceSeconds: number; now: number },
): { endsAt: number; previousUntil: number | null } {
  const endsAt = now + graceSeconds * 1000;
  return { endsAt, previousUntil: working.length === 0 ? null : endsAt };
}

/**
 * Whether the workspace needs a new secret: a custom evaluator has no own secret, and no current one exists.
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
