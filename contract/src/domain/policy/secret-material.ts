import type { SecretFinding } from "./policy-facts.ts";
import { someText, textPlaces, type TextPlace } from "./text-places.ts";

/** Forms by which issuers make their secrets recognisable; each takes linear time. */
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
  ["json_web_token", /\beyJ[0-9A-Za-z_-]{8,}\.eyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]{8,}/],
  ["bearer_credential", /\b(?:bearer|basic)\s+[0-9A-Za-z._~+/-]{16,}={0,2}/i],
  ["password_in_url", /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}:[^\s/@]{1,200}@/i],
];

/** What each of these forms begins with or holds: most texts hold none of it, and are asked once instead of for each. */
const marks =
  /-----BEGIN |assay_|A(?:KIA|SIA|BIA|CCA)|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|[sr]k[-_]|AIza|npm_|hf_|SG\.|whsec_|eyJ|bearer|basic|:\/\//i;
/** The shortest text that a form can be found in: `ab://:x@`. */
const shortestForm = 8;
const hasMark = (text: string): boolean => text.length >= shortestForm && marks.test(text);
const formOf = (text: string) =>
  hasMark(text) ? forms.find(([, pattern]) => pattern.test(text)) : undefined;

/** What each name of such a member holds. */
const memberMarks = /pass|pwd|secret|key|token/i;
/** Members whose whole value is a secret. */
const secretMember =
  /^(?:.{0,40}[_-])?(?:password|passwd|passphrase|pwd|secret|client[_-]?secret|secret[_-]?key|api[_-]?key|private[_-]?key|access[_-]?token|refresh[_-]?token|auth[_-]?token|id[_-]?token|bearer[_-]?token)$/i;

/** `apiKey` is read as `api_Key`. */
const snakeCase = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2");

/** A place that is filled in later, or a name under which a secret is kept: `${TOKEN}`, `{{token}}`, `***`, `vault:…`. */
const placeholder =
  /^(?:\$\{[^}]*\}|\$[A-Z_][A-Z0-9_]*|\{\{.*\}\}|<[^>]*>|[*•x]+|(?:env|vault|secret|ref|arn|projects?)[:/].*|\[[a-z_ :-]*\])$/is;
const shortestSecret = 6;
/** Own secrets shorter than this would be found everywhere. */
const shortestOwn = 8;

const holdsOne = (text: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => text.includes(secret));

function typeOf({ text, member }: TextPlace, own: readonly string[]): string | undefined {
  if (own.length > 0 && holdsOne(text.toLowerCase(), own)) return "agent_api_key";
  const form = formOf(text);
  if (form) return form[0];
  const named = member !== null && memberMarks.test(member) && secretMember.test(snakeCase(member));
  return named && text.length >= shortestSecret && !/\s/.test(text.trim()) && !placeholder.test(text.trim())
    ? "named_secret"
    : undefined;
}

/**
 * Finds what looks like a secret in a JSON value: by the forms that issuers give their secrets, by the names of members,
 * and by the secrets given. The findings say what and where, never the value.
 *
 * @param own secrets that are known, such as the agent's own API key; those below 8 characters are not looked for.
 * @returns one finding for each text, in document order.
 */
export function findSecrets(value: unknown, own: readonly string[] = []): SecretFinding[] {
  const findings: SecretFinding[] = [];
  // In any case: hosts are kept in lower case, whatever was sent.
  const known = own.filter(({ length }) => length >= shortestOwn).map((secret) => secret.toLowerCase());
  const mayHoldOne = (text: string, member: string | null): boolean =>
    (known.length > 0 && holdsOne(text.toLowerCase(), known)) ||
    hasMark(text) ||
    (member !== null && memberMarks.test(member));
  if (!someText(value, mayHoldOne)) return findings;
  for (const place of textPlaces(value)) {
    const type = typeOf(place, known);
    if (type !== undefined) findings.push({ type, path: place.path });
  }
  return findings;
}

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * A copy of a JSON value without its secrets: each text that holds one becomes `[redacted:<type>]`, each member whose
 * name is one `[redacted]`.
 *
 * @param findings what `findSecrets` found in this very value.
 */
export function redactSecrets(value: unknown, findings: readonly SecretFinding[]): unknown {
  if (findings.length === 0) return value;
  const types = new Map(findings.map(({ type, path }) => [path, type]));
  const copy = (part: unknown, path: string): unknown => {
    if (typeof part === "string") return types.has(path) ? `[redacted:${types.get(path)}]` : part;
    if (Array.isArray(part)) return part.map((item: unknown, index) => copy(item, `${path}/${index}`));
    if (typeof part !== "object" || part === null) return part;
    const hidden = types.has(`${path}/*`);
    // Which of the names is the secret is not remembered: none of them is shown.
    const entries = Object.entries(part).map(([key, inner], index): [string, unknown] => [
      hidden ? `[redacted:${index}]` : key,
      copy(inner, `${path}/${escaped(key)}`),
    ]);
    return Object.fromEntries(entries);
  };
  return copy(value, "");
}
