import { type DestinationStream, pino, type Logger as PinoLogger } from "pino";
import { activeIds } from "./tracing/span.ts";

/** Structured logs (pino). */
export type Logger = PinoLogger;

/** Members that hold a secret, up to two levels deep. */
const secretMembers = ["authorization", "apiKey", "api_key", "secret", "password", "token", "cookie"];

/** Secrets within texts such as error messages: API keys, webhook secrets, passwords in addresses. */
const secretTexts: readonly [RegExp, string][] = [
  [/assay_live_[0-9A-Za-z]{8,}/g, "assay_live_[redacted]"],
  [/whsec_[0-9A-Za-z+/=%_-]{16,}/g, "whsec_[redacted]"],
  // Up to the last @, because a password may contain one.
  [/(postgres(?:ql)?:\/\/[^\s:/@"]*:)[^\s"]*@/g, "$1[redacted]@"],
  [/(https?:\/\/[^\s:/@"]*:)[^\s"/]*@/g, "$1[redacted]@"],
  [/([?&](?:ssl)?password=)[^\s&"]+/g, "$1[redacted]"],
  [/(Bearer )[^\s"\\]{8,}/gi, "$1[redacted]"],
];

/** Redacts the secrets of a text. */
export const redactTexts = (line: string): string =>
  secretTexts.reduce((text, [pattern, shown]) => text.replace(pattern, shown), line);

/** Writes log lines to standard error without blocking. */
export const standardError = (): DestinationStream => pino.destination({ fd: 2, sync: false });

/** Creates a logger of JSON lines; secrets are redacted, and lines of traced work contain the trace ids. */
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
