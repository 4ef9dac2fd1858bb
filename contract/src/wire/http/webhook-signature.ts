// Standard Webhooks (https://www.standardwebhooks.com), for sender and receiver. Runs on every platform with
// WebCrypto: Node.js, browsers, workers.

/** A message to sign, with the exact bytes of the body. */
export interface WebhookMessage {
  /** Id of the message, which is the same for each retry. It contains no period. */
  id: string;
  /** Time of sending, in seconds since 1970 (an integer). */
  timestamp: number;
  body: string | Uint8Array;
}

/** The headers of a signed message. */
export interface WebhookHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * The headers of a received request, in any case: a `Headers` object, or an object such as Node.js's
 * `request.headers`.
 */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A received message with its raw, unparsed body. */
export interface ReceivedWebhook {
  headers: ReceivedHeaders;
  body: string | Uint8Array;
}

/** Options for verifying a message. */
export interface WebhookCheck {
  /** One secret, or several during a rotation. A signature with any of them is valid. */
  secrets: readonly string[];
  /** The current time, in milliseconds since 1970. */
  now: number;
  /**
   * How old a message may be, or how far in the future, in seconds (an integer); default 300. 0 accepts only
   * messages from the same second.
   */
  toleranceSeconds?: number | undefined;
}

/** Thrown for a message without a valid signature, or outside the tolerance. `message` states the reason. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

const secretPrefix = "whsec_";
/** Length of a secret in bytes, as the specification requires. */
const secretBytes = { min: 24, max: 64 } as const;
/** Default tolerance for clock differences and delivery time, in seconds. */
const defaultToleranceSeconds = 300;

/** Formats a secret for the person who configures it: `whsec_` followed by its base64 encoding. */
export const formatWebhookSecret = (key: Uint8Array): string => secretPrefix + toBase64(key);

/**
 * Parses a secret: the base64 encoding of 24 to 64 bytes, with or without the prefix `whsec_`.
 *
 * @returns undefined if the string is not a secret.
 */
export function parseWebhookSecret(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const key = fromBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
  if (!key || key.length < secretBytes.min || key.length > secretBytes.max) return undefined;
  return key;
}

/**
 * Signs a message: `v1,` followed by the base64 encoding of HMAC-SHA-256 over `id.timestamp.body`, once for
 * each secret.
 *
 * @param secrets at least one secret; several during a rotation, newest first.
 * @throws {TypeError} if `secrets` is empty or a secret is malformed.
 */
export async function signWebhook(
  message: WebhookMessage,
  secrets: readonly string[],
): Promise<WebhookHeaders> {
  if (secrets.length === 0) throw new TypeError("secrets is empty; it must have at least one secret.");
  const timestamp = String(message.timestamp);
  const content = signedContent(message.id, timestamp, message.body);
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, content)));
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map((one) => `v1,${toBase64(one)}`).join(" "),
  };
}

/**
 * Verifies that a message is signed with one of the secrets and, by default, at most five minutes old or in
 * the future.
 *
 * @throws {WebhookVerificationError} if the message has no valid signature or is outside the tolerance.
 * @throws {TypeError} if `secrets` is empty, a secret is malformed, or the tolerance is not a number of
 *   seconds.
 */
export async function checkWebhook(
  { headers, body }: ReceivedWebhook,
  { secrets, now, toleranceSeconds = defaultToleranceSeconds }: WebhookCheck,
): Promise<void> {
  if (!(toleranceSeconds >= 0 && toleranceSeconds < Infinity))
    throw new TypeError(`toleranceSeconds is ${toleranceSeconds}; it must be at least 0.`);
  if (secrets.length === 0) throw new TypeError("secrets is empty; it must have at least one secret.");
  const id = required(headers, "webhook-id");
  const timestamp = required(headers, "webhook-timestamp");
  const given = required(headers, "webhook-signature");
  checkAge(timestamp, now, toleranceSeconds);
  const content = signedContent(id, timestamp, body);
  const expected = await Promise.all(secrets.map((secret) => signature(secret, content)));
  const offered = given
    .split(" ")
    .flatMap((one) => (one.startsWith("v1,") ? [fromBase64(one.slice(3))] : []));
  if (offered.some((one) => one && expected.some((right) => equal(one, right)))) return;
  throw new WebhookVerificationError(
    "The signature is invalid. Verify the raw body before parsing it, with the secret of this webhook.",
  );
}

function checkAge(timestamp: string, now: number, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError(
      `webhook-timestamp is ${JSON.stringify(timestamp.slice(0, 40))}; it must be whole seconds since 1970.`,
    );
  const age = Math.floor(now / 1000) - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookVerificationError(
    `The message is ${Math.abs(age)} second${Math.abs(age) === 1 ? "" : "s"} ${age > 0 ? "old" : "ahead"}; it must be at most ${toleranceSeconds}. Check the clock.`,
  );
}

function required(headers: ReceivedHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (value !== undefined && value !== "") return value;
  throw new WebhookVerificationError(`The header ${name} is required.`);
}

function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.join(" ");
}

const isHeaders = (headers: ReceivedHeaders): headers is { get(name: string): string | null } =>
  "get" in headers && typeof headers.get === "function";

const encoder = new TextEncoder();

function signedContent(id: string, timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`);
  const tail = typeof body === "string" ? encoder.encode(body) : body;
  const content = new Uint8Array(head.length + tail.length);
  content.set(head);
  content.set(tail, head.length);
  return content;
}

async function signature(secret: string, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const key = parseWebhookSecret(secret);
  if (!key) {
    throw new TypeError(
      `A webhook secret is malformed; it must be ${secretPrefix} and base64 of ${secretBytes.min} to ${secretBytes.max} bytes.`,
    );
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, content));
}

/** Returns whether two byte arrays are equal. Takes constant time. */
function equal(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  return one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
