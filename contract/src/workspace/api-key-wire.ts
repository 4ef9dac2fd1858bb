import type { ApiKeyRecord } from "./api-key-rules.ts";

const instant = (at: number): string => new Date(at).toISOString();
const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));

/** An API key as responses show it, without its secret. */
export const apiKeyToWire = (apiKey: ApiKeyRecord) => ({
  id: apiKey.id,
  object: "api_key" as const,
  name: apiKey.name,
  scopes: [...apiKey.scopes],
  projects: apiKey.projects && [...apiKey.projects],
  reviewer: apiKey.reviewer,
  last4: apiKey.last4,
  expires_at: instantOrNull(apiKey.expiresAt),
  last_used_at: instantOrNull(apiKey.lastUsedAt),
  revoked_at: instantOrNull(apiKey.revokedAt),
  created_at: instant(apiKey.createdAt),
});

/** A new API key as the response shows it, once with its secret. */
export const createdApiKeyToWire = (apiKey: ApiKeyRecord, secret: string) => ({
  ...apiKeyToWire(apiKey),
  secret,
});

/**
 * An API key with its new secret, as the response to a rotation shows it.
 *
 * @param previousSecretsUntil when the secret before stops working.
 */
export const rotatedApiKeyToWire = (apiKey: ApiKeyRecord, secret: string, previousSecretsUntil: number) => ({
  ...createdApiKeyToWire(apiKey, secret),
  previous_secret_expires_at: instant(previousSecretsUntil),
});
