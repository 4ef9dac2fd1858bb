import { instant, instantOrNull } from "../domain/values/instants.ts";
import type { ApiKeyDecision, ApiKeyRecord } from "./api-key-rules.ts";

/** Converts an API key to its form in responses, without its secret. */
export const apiKeyToWire = (apiKey: ApiKeyRecord) => ({
  id: apiKey.id,
  object: "api_key" as const,
  name: apiKey.name,
  scopes: [...apiKey.scopes],
  projects: apiKey.projects && [...apiKey.projects],
  reviewer: apiKey.reviewer,
  agent: apiKey.agent,
  last4: apiKey.last4,
  expires_at: instantOrNull(apiKey.expiresAt),
  last_used_at: instantOrNull(apiKey.lastUsedAt),
  revoked_at: instantOrNull(apiKey.revokedAt),
  created_at: instant(apiKey.createdAt),
});

/** Converts a new API key to its form in the response that contains its secret once. */
export const createdApiKeyToWire = (apiKey: ApiKeyRecord, secret: string) => ({
  ...apiKeyToWire(apiKey),
  secret,
});

/** Converts an API key with its new secret to its form in the response to a rotation. */
export function rotatedApiKeyToWire(
  { record, previousSecretsUntil }: Pick<ApiKeyDecision, "record" | "previousSecretsUntil">,
  secret: string,
) {
  if (previousSecretsUntil === null)
    throw new Error(
      `API key ${record.id} was rotated, but the expiry time of its previous secrets is missing.`,
    );
  return {
    ...createdApiKeyToWire(record, secret),
    previous_secret_expires_at: instant(previousSecretsUntil),
  };
}
