import { formatId } from "../../platform/ids.ts";
import { concatBytes, toBase64Url, toHex, utf8 } from "../crypto/bytes.ts";
import { canonicalize } from "../json/canonical-json.ts";
import { leafPrefix } from "./merkle.ts";
import { hash } from "../crypto/sha256.ts";

/** The source of an event: the server or a caller. */
export type EventOrigin = "server" | "caller";

/** The members to which an event's leaf commits. */
export interface EventLeaf {
  /** Position in the log, starting at 1. */
  seq: number;
  /** Event time set by the sender, in milliseconds since 1970. */
  ts: number;
  /** Time at which the server received the event, in milliseconds since 1970. */
  receivedAt: number;
  session: string | null;
  type: string;
  origin: EventOrigin;
  /** SHA-256 hash of salt and data, in lower-case hexadecimal. */
  dataCommit: string;
}

/** An event in the log, as in responses and exports. */
export interface EvidenceEvent extends EventLeaf {
  eventId: string;
  /** Null after erasure. */
  data: Record<string, unknown> | null;
  /** 32 random bytes in base64url, which prevent guessing the data from their hash; null after erasure. */
  salt: string | null;
  /** Hash of the leaf in lower-case hexadecimal. */
  leafHash: string;
}

/** The functions that sealing requires. Code for a single platform can use faster functions. */
export interface SealingTools {
  /** Computes SHA-256(prefix ‖ UTF-8 of the text). */
  digest: (prefix: Uint8Array, text: string) => Uint8Array<ArrayBuffer>;
  /** Encodes bytes as lower-case hexadecimal. */
  toHex: (bytes: Uint8Array) => string;
  toBase64Url: (bytes: Uint8Array) => string;
}

const portableTools: SealingTools = {
  digest: (prefix, text) => hash(concatBytes(prefix, utf8(text))),
  toHex,
  toBase64Url,
};

/** Length of a salt in bytes. */
export const saltLength = 32;

/** Computes the commitment to an event's data: SHA-256(salt ‖ RFC 8785 of the data). */
export const dataCommitOf = (
  salt: Uint8Array,
  canonicalData: string,
  { digest }: SealingTools = portableTools,
): Uint8Array<ArrayBuffer> => digest(salt, canonicalData);

/** Computes an event's leaf: SHA-256(0x00 ‖ RFC 8785 of its members). @see RFC 6962, section 2.1. */
export function eventLeafHash(
  leaf: EventLeaf,
  { digest }: SealingTools = portableTools,
): Uint8Array<ArrayBuffer> {
  const { seq, ts, receivedAt, session, type, origin, dataCommit } = leaf;
  // The members are in canonical order, which avoids sorting.
  const members = { dataCommit, origin, receivedAt, seq, session, ts, type };
  return digest(leafPrefix, canonicalize(members));
}

/**
 * Returns an event's id, which is derived from its leaf, so that a proof of the leaf also proves the id. The
 * id is a UUID of version 7 (RFC 9562), with `receivedAt` as its time and the first bits of the leaf as its
 * 74 free bits.
 */
export const eventIdOf = (receivedAt: number, leaf: Uint8Array): string =>
  formatId("event", eventUuid(receivedAt, toHex(leaf)));

/** Returns the 32 hexadecimal digits of an event's id. */
function eventUuid(receivedAt: number, leafDigits: string): string {
  const time = receivedAt.toString(16).padStart(12, "0").slice(-12);
  const variant = (0x8 | (Number.parseInt(leafDigits.charAt(4), 16) & 0x3)).toString(16);
  return `${time}7${leafDigits.slice(1, 4)}${variant}${leafDigits.slice(5, 20)}`;
}

/** An event that is ready to append. */
export interface SealedEvent {
  event: EvidenceEvent & { data: Record<string, unknown>; salt: string };
  /** The canonical form of the event's data. */
  canonicalData: string;
  salt: Uint8Array;
  dataCommit: Uint8Array<ArrayBuffer>;
  /** The hexadecimal digits of the event's id. */
  uuid: string;
  leaf: Uint8Array<ArrayBuffer>;
}

/**
 * Prepares an event for its position in the log.
 *
 * @param salt 32 random bytes.
 * @throws {CanonicalJsonError} if the data has no canonical form.
 */
export function sealEvent(
  input: Omit<EventLeaf, "dataCommit"> & { data: Record<string, unknown> },
  salt: Uint8Array,
  tools: SealingTools = portableTools,
): SealedEvent {
  const { seq, ts, receivedAt, session, type, origin, data } = input;
  const canonicalData = canonicalize(data);
  const committed = dataCommitOf(salt, canonicalData, tools);
  const dataCommit = tools.toHex(committed);
  const leaf = eventLeafHash({ seq, ts, receivedAt, session, type, origin, dataCommit }, tools);
  const leafDigits = tools.toHex(leaf);
  const uuid = eventUuid(receivedAt, leafDigits);
  const stated = { seq, eventId: formatId("event", uuid), ts, receivedAt, session, type, origin };
  const event = { ...stated, data, salt: tools.toBase64Url(salt), dataCommit, leafHash: leafDigits };
  return { event, canonicalData, salt, dataCommit: committed, uuid, leaf };
}

/** Returns the line for an event in an exported log. Each event has exactly one form. */
export const exportedLine = (event: EvidenceEvent): string => `${canonicalize(event)}\n`;

/** Returns the last line of an exported log. */
export const exportedCheckpoint = (checkpoint: string): string => `${canonicalize({ checkpoint })}\n`;

/** The type of the event that records an erasure. */
export const erasureType = "evidence_erased";
