import { createHmac, timingSafeEqual } from "node:crypto";
import type { ApiError } from "@assay/contract/platform/errors";
import { erasedUnderKey } from "@assay/contract/evidence/log/evidence-refusals";
import { idempotencyConflict } from "@assay/contract/platform/refusals";
import type { EvidenceEvent } from "@assay/contract/wire";

/** The idempotency key of an event, which makes a retry safe. */
export interface EventKey {
  key: string;
  /** Hash of the request. Stored only in a bound form: see `boundTo`. */
  requestHash: Buffer;
}

/** The stored event of an idempotency key. */
export interface IdempotencyMatch {
  event: EvidenceEvent;
  /** The salt of the event; null once erased. */
  salt: Uint8Array | null;
  /** Hash of the request, bound to the salt. */
  boundHash: Buffer;
}

/**
 * Binds the hash of a request to its event's salt (HMAC-SHA-256). An erasure deletes the salt, so afterwards
 * nobody can guess the request from the stored hash, even with the database and every key.
 */
export const boundTo = (salt: Uint8Array, requestHash: Buffer): Buffer =>
  createHmac("sha256", salt).update(requestHash).digest();

/**
 * A 409 for a request that differs from the stored request of its key; undefined if both are equal. For an
 * erased event, the refusal does not reveal whether they are.
 */
export function refusalOf(match: IdempotencyMatch, { key, requestHash }: EventKey): ApiError | undefined {
  if (!match.salt) return erasedUnderKey(key);
  const bound = boundTo(match.salt, requestHash);
  const isSame = bound.length === match.boundHash.length && timingSafeEqual(bound, match.boundHash);
  return isSame ? undefined : idempotencyConflict(key);
}
