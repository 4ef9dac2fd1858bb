// Standard Webhooks (https://www.standardwebhooks.com): what both sides of a call must agree on. Runs wherever
// WebCrypto does: Node.js, browsers, workers.

/** What is signed: the body exactly as it goes over the wire. */
export interface WebhookMessage {
  /** Names the message; the same for each repetition. Holds no full stop. */
  id: string;
  /** When it is sent, in whole seconds since 1970. */
  timestamp: number;
  body: string | Uint8Array;
}

/** The headers of a signed message. */
export interface WebhookHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/** Headers as servers have them, in whatever case: a `Headers`, or an object such as `request.headers` of Node.js. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A message as it was received: the raw body, before anything parsed it. */
export interface ReceivedWebhook {
  headers: ReceivedHeaders;
  body: string | Uint8Array;
}

/** What a message is checked with. */
export interface WebhookCheck {
  /** One, or several while they are changed: a signature by any of them will do. */
  secrets: readonly string[];
  /** The present instant, in milliseconds since 1970. */
  now: number;
  /** How old a message may be, or ahead, in whole seconds; default 300. 0 is no way around the check: the same second. */
  toleranceSeconds?: number | undefined;
}

/** A message that is not from who holds the secret, or is too old; the message says which. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

const secretPrefix = "whsec_";
/** Fewest and most bytes of a secret, as the specification asks. */
const secretBytes = { least: 24, most: 64 } as const;
/** How far the sender's clock may be off, and how long a message may be under way, unless said otherwise. */
const usualToleranceSeconds = 300;

/** Writes a secret's bytes as its holder is given it: `whsec_` and their base64. */
export const formatWebhookSecret = (key: Uint8Array): string => secretPrefix + toBase64(key);

/**
 * Reads a secret: base64 of 24 to 64 bytes, with or without `whsec_` in front.
 *
 * @returns undefined when the text is none.
 */
export function parseWebhookSecret(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const key = fromBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
  if (!key || key.length < secretBytes.least || key.length > secretBytes.most) return undefined;
  return key;
}

/**
 * Signs a message: `v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body`, once for each secret.
 *
 * @param secrets at least one; several while they are changed, the newest first.
 * @throws {TypeError} when there is no secret, or one is malformed.
 */
export async function signWebhook(
  message: WebhookMessage,
  secrets: readonly string[],
): Promise<WebhookHeaders> {
  if (secrets.length === 0) throw new TypeError("There is no secret to sign with.");
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
 * Checks that a message was signed with one of the secrets, at most five minutes ago (or ahead).
 *
 * @throws {WebhookVerificationError} when it was not.
 * @throws {TypeError} when there is no secret, or one is malformed; or when the tolerance is no number of seconds.
 */
export async function checkWebhook(
  { headers, body }: ReceivedWebhook,
  { secrets, now, toleranceSeconds = usualToleranceSeconds }: WebhookCheck,
): Promise<void> {
  if (!(toleranceSeconds >= 0 && toleranceSeconds < Infinity))
    throw new TypeError(`The tolerance is ${toleranceSeconds}; it must be 0 or more seconds.`);
  if (secrets.length === 0) throw new TypeError("There is no secret to check with.");
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
    "No signature of the message is right. It is made over the raw body: check it before anything parses it, with the secret of this sender.",
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
    `The message is ${Math.abs(age)} second${Math.abs(age) === 1 ? "" : "s"} ${age > 0 ? "old" : "ahead"}; it may be ${toleranceSeconds}. Is the clock right?`,
  );
}

function required(headers: ReceivedHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (value !== undefined && value !== "") return value;
  throw new WebhookVerificationError(`The message has no header ${name}.`);
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
      `A webhook secret is malformed; it must be ${secretPrefix} and base64 of ${secretBytes.least} to ${secretBytes.most} bytes.`,
    );
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, content));
}

/** Takes as long for a wrong signature as for a right one. */
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
