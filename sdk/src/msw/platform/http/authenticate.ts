import { rateLimited, unauthenticated } from "@assay/contract/platform/refusals";
import type { PlatformState } from "../state/platform-tables.ts";
import type { Caller } from "./handler.ts";

const windowMs = 60_000;

/** Finds out whose API key a request carries, and notes that it was used. @throws {ApiError} 401. */
export function authenticate({ tables, clock }: PlatformState, header: string | null): Caller {
  if (header === null) throw unauthenticated("missing");
  const [, secret] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  if (secret === undefined) throw unauthenticated("malformed");
  const known = tables.secrets.get(secret);
  const apiKey = known?.workspace.apiKeys.get(known.apiKeyId);
  if (!known || !apiKey) throw unauthenticated("unknown");
  const { workspace, validUntil } = known;
  const now = clock.now();
  if (apiKey.revokedAt !== null) throw unauthenticated("revoked");
  if (Math.min(apiKey.expiresAt ?? Infinity, validUntil ?? Infinity) <= now) throw unauthenticated("expired");
  if (now - (apiKey.lastUsedAt ?? 0) >= windowMs) apiKey.lastUsedAt = now;
  const { id: apiKeyId, projects, reviewer } = apiKey;
  return { workspace, apiKeyId, scopes: new Set(apiKey.scopes), projects, reviewer };
}

/**
 * Takes one request from the key's allowance of a minute, and says in headers what is left of it.
 *
 * @throws {ApiError} 429 when nothing is left.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function takeAllowance({ clock, rateLimit }: PlatformState, caller: Caller, headers: Headers): void {
  const now = clock.now();
  const windowStart = now - (now % windowMs);
  const { rates } = caller.workspace;
  const present = rates.get(caller.apiKeyId);
  const window = present?.windowStart === windowStart ? present : { windowStart, used: 0 };
  rates.set(caller.apiKeyId, window);
  window.used += 1;
  const seconds = Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000));
  headers.set("RateLimit", `"default";r=${Math.max(0, rateLimit - window.used)};t=${seconds}`);
  headers.set("RateLimit-Policy", `"default";q=${rateLimit};w=${windowMs / 1000}`);
  if (window.used > rateLimit) throw rateLimited(seconds);
}
