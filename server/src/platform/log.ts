import { type DestinationStream, pino, type Logger as PinoLogger } from "pino";
import { activeIds } from "./tracing/span.ts";

/** A logger that writes structured lines (pino). */
export type Logger = PinoLogger;

/** Names of members that contain a secret. They are redacted at the top level and up to two levels deep. */
const secretMembers = ["authorization", "apiKey", "api_key", "secret", "password", "token", "cookie"];

/** Patterns of secrets in texts such as error messages: API keys, webhook secrets and passwords in URLs. */
const secretTexts: readonly [RegExp, string][] = [
  [/assay_live_[0-9A-Za-z]{8,}/g, "assay_live_[redacted]"],
  [/whsec_[0-9A-Za-z+/=%_-]{16,}/g, "whsec_[redacted]"],
  // Matches up to the last @, because a password may contain this character.
  [/(postgres(?:ql)?:\/\/[^\s:/@"]*:)[^\s"]*@/g, "$1[redacted]@"],
  [/(https?:\/\/[^\s:/@"]*:)[^\s"/]*@/g, "$1[redacted]@"],
  [/([?&](?:ssl)?password=)[^\s&"]+/g, "$1[redacted]"],
  [/(Bearer )[^\s"\\]{8,}/gi, "$1[redacted]"],
];

/** Replaces the secrets in a text. */
export const redactTexts = (line: string): string =>
  secretTexts.reduce((text, [pattern, shown]) => text.replace(pattern, shown), line);

/** Returns a destination that writes log lines to standard error without blocking. */
export const standardError = (): DestinationStream => pino.destination({ fd: 2, sync: false });

/**
 * Creates a logger that writes JSON lines. Secrets are redacted, and lines about traced work contain the ids
 * of the trace.
 */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: activeIds,
      redact: {
        paths: secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: "[redacted]",
      },
      hooks: { streamWrite: redactTexts },
    },
    destination,
  );
}
