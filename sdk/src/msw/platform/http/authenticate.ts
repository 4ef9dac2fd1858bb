import { secretWorks } from "@assay/contract/domain";
import { isActiveKey } from "@assay/contract/workspace/api-key-rules";
import { insufficientScope, unauthenticated } from "@assay/contract/platform/refusals";
import { bearerSecret, touchIntervalMs } from "@assay/contract/platform/requests/bearer-secret";
import {
  applyRate,
  countRequest,
  type RatePolicy,
  workspaceRateFactor,
} from "@assay/contract/platform/requests/rate-window";
import { missingScope, type RequiredScopes } from "@assay/contract/platform/scopes";
import type { PlatformState } from "../state/platform-tables.ts";
import type { Caller, SentRequest } from "./handler.ts";

/**
 * Finds a request's API key, and records its use. @throws {ApiError} 401 if the key is missing or not valid.
 */
export function authenticate({ tables, clock }: PlatformState, header: string | null): Caller {
  const secretRow = tables.secrets.get(bearerSecret(header));
  const apiKey = secretRow?.workspace.apiKeys.get(secretRow.apiKeyId);
  const now = clock.now();
  if (!secretRow || !apiKey || !isActiveKey(apiKey, now) || !secretWorks(secretRow, now))
    throw unauthenticated("unknown");
  const { workspace } = secretRow;
  if (now - (apiKey.lastUsedAt ?? 0) >= touchIntervalMs) apiKey.lastUsedAt = now;
  const { id: apiKeyId, projects, reviewer, agent: keyAgent } = apiKey;
  return { workspace, apiKeyId, scopes: new Set(apiKey.scopes), projects, reviewer, keyAgent };
}

/** A request, with the headers of its response. */
interface ScopedRequest {
  state: PlatformState;
  sent: SentRequest;
  headers: Headers;
}

/**
 * Authenticates the caller, counts the request, and requires one of the scopes.
 *
 * @throws {ApiError} 401 for an invalid key, 429 above the rate limit, or 403 without the scope.
 */
export function requireScope(
  scopes: RequiredScopes,
  { state, sent, headers }: ScopedRequest,
  exemptFromRateLimit = false,
): Caller {
  const caller = authenticate(state, sent.headers.get("authorization"));
  if (!exemptFromRateLimit) consumeRateLimit(state, caller, headers);
  const missing = missingScope(scopes, caller.scopes);
  if (missing) throw insufficientScope(missing);
  return caller;
}

/** Counts a request and sets the rate limit headers. @throws {ApiError} 429 if the limit is exceeded. */
function consumeRateLimit({ clock, rateLimit }: PlatformState, caller: Caller, headers: Headers): void {
  const { rates } = caller.workspace;
  const count = (id: string, policy: RatePolicy, limit: number) =>
    countRequest(rates, { id, policy, limit }, clock.now());
  const ofKey = count(caller.apiKeyId, "key", rateLimit);
  const all = count("workspace", "workspace", rateLimit * workspaceRateFactor);
  applyRate([ofKey, all], (name, value) => headers.set(name, value));
}
