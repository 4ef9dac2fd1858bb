import { createHmac, timingSafeEqual } from "node:crypto";
import type { ApiError } from "@assay/contract/platform/errors";
import { erasedUnderKey } from "@assay/contract/evidence/log/evidence-refusals";
import { idempotencyConflict } from "@assay/contract/platform/refusals";
import type { EvidenceEvent } from "@assay/contract/wire";

/** What makes an event safe to send again. */
export interface EventKey {
  key: string;
  /** Of what was sent. Never stored as it is: see `boundTo`. */
  requestHash: Buffer;
}

/** What an idempotency key stands for. */
export interface IdempotencyMatch {
  event: EvidenceEvent;
  /** Of the event; null once erased. */
  salt: Uint8Array | null;
  /** What was sent, bound to the salt. */
  boundHash: Buffer;
}

/**
 * What was sent, bound to its event's salt (HMAC-SHA-256). An erasure takes the salt away, and with it all that could be
 * guessed from what is stored here, by whoever has the database and every key.
 */
export const boundTo = (salt: Uint8Array, requestHash: Buffer): Buffer =>
  createHmac("sha256", salt).update(requestHash).digest();

/**
 * 409 for what is not the request that the event under its key was made of; undefined when it is. Of an erased event
 * nothing is said of what was sent, right or wrong.
 */
export function refusalOf(known: IdempotencyMatch, { key, requestHash }: EventKey): ApiError | undefined {
  if (!known.salt) return erasedUnderKey(key);
  const bound = boundTo(known.salt, requestHash);
  const isSame = bound.length === known.boundHash.length && timingSafeEqual(bound, known.boundHash);
  return isSame ? undefined : idempotencyConflict(key);
}
