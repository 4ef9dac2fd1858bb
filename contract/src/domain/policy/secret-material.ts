import { memoizeText } from "../values/texts/memoize-text.ts";
import { decoded } from "./egress/addresses.ts";
import type { SecretFinding } from "./policy-facts.ts";
import { someText, textPlaces } from "./text-places.ts";

/** Formats of issued secrets; each expression takes linear time. */
const forms: readonly (readonly [type: string, form: RegExp])[] = [
  ["private_key", /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/],
  ["assay_api_key", /\bassay_(?:live|test)_[0-9A-Za-z]{20,}/],
  ["aws_access_key_id", /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/],
  ["github_token", /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{22,})/],
  ["gitlab_token", /\bglpat-[0-9A-Za-z_-]{20,}/],
  ["slack_token", /\bxox[abeoprs]-[0-9A-Za-z-]{10,}/],
  ["stripe_key", /\b(?:sk|rk)_(?:live|test)_[0-9A-Za-z]{16,}/],
  ["model_provider_key", /\bsk-(?:ant-|proj-|or-)?[0-9A-Za-z_-]{20,}/],
  ["google_api_key", /\bAIza[0-9A-Za-z_-]{35}/],
  ["npm_token", /\bnpm_[0-9A-Za-z]{36}\b/],
  ["huggingface_token", /\bhf_[0-9A-Za-z]{30,}/],
  ["sendgrid_key", /\bSG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,}/],
  ["webhook_secret", /\bwhsec_[0-9A-Za-z+/=]{24,}/],
  // The search starts at the dot after the header, because every \beyJ of a long text may start a header.
  ["json_web_token", /\.(?<=\beyJ[0-9A-Za-z_-]{8,}\.)eyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]{8,}/],
  ["bearer_credential", /\b(?:bearer|basic)\s+[0-9A-Za-z._~+/-]{16,}={0,2}/i],
  ["password_in_url", /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}:[^\s/@]{1,200}@/i],
];

/** All kinds of secret material. */
export const secretTypes: readonly string[] = [
  ...forms.map(([type]) => type),
  "agent_api_key",
  "named_secret",
];

/**
 * A prefilter. Each format contains one of these marks. Most texts contain none, and need no further test.
 */
const marks =
  /-----BEGIN |assay_|A(?:KIA|SIA|BIA|CCA)|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|[sr]k[-_]|AIza|npm_|hf_|SG\.|whsec_|eyJ|bearer|basic|:\/\//i;
/** The shortest text that can match a format: `ab://:x@`. */
const shortestForm = 8;
const hasMark = (text: string): boolean => text.length >= shortestForm && marks.test(text);
const formOf = (text: string) =>
  hasMark(text) ? forms.find(([, pattern]) => pattern.test(text)) : undefined;

/** A prefilter for {@link secretMember}. */
const memberMarks = /pass|pwd|secret|key|token/i;
/** Names of members whose whole value is a secret. */
const secretMember =
  /(?:^|[_-])(?:pass[_-]?word|passwd|passphrase|pass[_-]?code|pwd|secret|client[_-]?secret|secret[_-]?key|secret[_-]?access[_-]?key|api[_-]?key|private[_-]?key|access[_-]?token|refresh[_-]?token|auth[_-]?token|session[_-]?token|id[_-]?token|bearer[_-]?token)[_-]?\d*$/i;

/** Converts camel case: `apiKey` → `api_Key`. */
const snakeCase = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2");

/** Matches a placeholder or a reference to a stored secret: `${TOKEN}`, `{{token}}`, `***`, `vault:…`. */
const placeholder =
  /^(?:\$\{[^}]*\}|\$[A-Z_][A-Z0-9_]*|\{\{.*\}\}|<[^>]*>|[*•x]+|(?:env|vault|secret|ref|arn|projects?)[:/].*|\[[a-z_ :-]*\])$/is;
const shortestSecret = 6;
/** Minimum length of a known secret. A shorter secret would match too many texts by chance. */
const shortestOwn = 8;

/** Returns whether a text contains a known secret (in lower case), also if it is percent-encoded once. */
function holdsOne(text: string, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const plain = text.toLowerCase();
  const readings = plain.includes("%") ? [plain, decoded(plain).toLowerCase()] : [plain];
  return readings.some((reading) => secrets.some((secret) => reading.includes(secret)));
}

/** Returns whether the name of a member indicates that its whole value is a secret. */
const namesSecret = (member: string): boolean =>
  memberMarks.test(member) && secretMember.test(snakeCase(member));

/** Tests the texts of one value. */
interface SecretTests {
  /** A prefilter: whether a text may be a secret. */
  mayBe: (text: string, member: string | null) => boolean;
  /** Returns the kind of the secret in a text; undefined if there is none. */
  typeOf: (text: string, member: string | null) => string | undefined;
}

/** Returns the tests for one value. A long name of a member may belong to many texts, and is tested once. */
function testsFor(own: readonly string[]): SecretTests {
  // Case-insensitive: hosts are stored in lower case.
  const known = own.filter(({ length }) => length >= shortestOwn).map((secret) => secret.toLowerCase());
  const hasMemberMark = memoizeText((member) => memberMarks.test(member));
  const isSecretMember = memoizeText(namesSecret);
  return {
    mayBe: (text, member) =>
      holdsOne(text, known) || hasMark(text) || (member !== null && hasMemberMark(member)),
    typeOf: (text, member) => {
      if (holdsOne(text, known)) return "agent_api_key";
      const form = formOf(text);
      if (form) return form[0];
      if (member === null || !isSecretMember(member) || text.length < shortestSecret) return undefined;
      return /\s/.test(text.trim()) || placeholder.test(text.trim()) ? undefined : "named_secret";
    },
  };
}

/**
 * Finds likely secrets in a JSON value: by the formats of their issuers, by member names, and by comparison
 * with known secrets. The findings contain kind and path, never the value.
 *
 * @param own known secrets, such as the agent's own API key; secrets with fewer than 8 characters are
 *   ignored.
 * @returns one finding for each text, in document order. The paths together may be much longer than the value.
 */
export function findSecrets(value: unknown, own: readonly string[] = []): SecretFinding[] {
  const findings: SecretFinding[] = [];
  const { mayBe, typeOf } = testsFor(own);
  if (!someText(value, mayBe)) return findings;
  for (const { text, member, path } of textPlaces(value)) {
    const type = typeOf(text, member);
    if (type !== undefined) findings.push({ type, path });
  }
  return findings;
}

/**
 * Copies a JSON value without its secrets: each text with a secret becomes `[redacted:<type>]`, each secret
 * member name `[redacted:<index>]`. Returns the value itself if it cannot contain any.
 *
 * @param own known secrets, as in `findSecrets`.
 */
export function redactSecrets(value: unknown, own: readonly string[] = []): unknown {
  const { mayBe, typeOf } = testsFor(own);
  if (!someText(value, mayBe)) return value;
  const copy = (part: unknown, member: string | null): unknown => {
    if (typeof part === "string") {
      const type = typeOf(part, member);
      return type === undefined ? part : `[redacted:${type}]`;
    }
    if (Array.isArray(part)) return part.map((item: unknown) => copy(item, member));
    if (typeof part !== "object" || part === null) return part;
    const members: [string, unknown][] = Object.entries(part);
    // A finding does not identify which name is the secret, so all names in the object are replaced.
    const hidden = members.some(([key]) => typeOf(key, null) !== undefined);
    const entries = members.map(([key, inner], index): [string, unknown] => [
      hidden ? `[redacted:${index}]` : key,
      copy(inner, key),
    ]);
    return Object.fromEntries(entries);
  };
  return copy(value, null);
}
