/** When a secret expires; null for a current secret, which does not expire. */
export interface SecretTime {
  validUntil: number | null;
}

/** Returns whether a secret is valid at an instant. */
export const secretWorks = ({ validUntil }: SecretTime, now: number): boolean =>
  validUntil === null || validUntil > now;

/** Returns secrets that expire at an instant, unless they already expire sooner. */
export const endedSecrets = <Secret extends SecretTime>(
  secrets: readonly Secret[],
  endsAt: number,
): Secret[] =>
  secrets.map((secret) => ({ ...secret, validUntil: Math.min(secret.validUntil ?? Infinity, endsAt) }));
