import { unauthenticated } from "../refusals.ts";

/** Minimum interval between updates of the time at which an API key was last used (milliseconds). */
export const touchIntervalMs = 60_000;

/** Returns the secret in an `Authorization` header. @throws {ApiError} 401 if there is none. */
export function bearerSecret(header: string | null | undefined): string {
  if (header === null || header === undefined) throw unauthenticated("missing");
  const [, secret] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  if (secret === undefined) throw unauthenticated("malformed");
  return secret;
}
