import { createHmac, timingSafeEqual } from "node:crypto";
import type { ApiError } from "@assay/contract/platform/errors";
import { erasedUnderKey } from "@assay/contract/evidence/log/evidence-refusals";
import { idempotencyConflict } from "@assay/contract/platform/refusals";
import type { EvidenceEvent } from "@assay/contract/wire";

/**
 * The idempotency key of an event. With this key, a client can safely repeat the request that sent the event.
 */
export interface EventKey {
  key: string;
  /** Hash of the request. It is stored only in a form that is bound to the event's salt: see `boundTo`. */
  requestHash: Buffer;
}

/** The stored event that has a given idempotency key. */
export interface IdempotencyMatch {
  event: EvidenceEvent;
  /** The event's salt; null if the event was erased. */
  salt: Uint8Array | null;
  /** Hash of the stored request, bound to the salt. */
  boundHash: Buffer;
}

/**
 * Binds the hash of a request to its event's salt (HMAC-SHA-256). An erasure deletes the salt. Afterwards,
 * nobody can determine the request by comparing guesses with the stored hash, not even with the database and
 * every key.
 */
export const boundTo = (salt: Uint8Array, requestHash: Buffer): Buffer =>
  createHmac("sha256", salt).update(requestHash).digest();

/**
 * Compares a request with the stored request that has the same idempotency key. Returns undefined if both are
 * equal, and a 409 if they differ. If the event was erased, returns a 409 in both cases, which does not
 * reveal whether the requests are equal.
 */
export function refusalOf(match: IdempotencyMatch, { key, requestHash }: EventKey): ApiError | undefined {
  if (!match.salt) return erasedUnderKey(key);
  const bound = boundTo(match.salt, requestHash);
  const isSame = bound.length === match.boundHash.length && timingSafeEqual(bound, match.boundHash);
  return isSame ? undefined : idempotencyConflict(key);
}
