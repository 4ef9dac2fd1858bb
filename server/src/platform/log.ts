import { type DestinationStream, pino, type Logger as PinoLogger } from "pino";
import { activeIds } from "./tracing/span.ts";

/** Structured logs (pino). */
export type Logger = PinoLogger;

/** Members that hold a secret, wherever they stand up to two levels deep. */
const secretMembers = ["authorization", "apiKey", "api_key", "secret", "password", "token", "cookie"];

/** Secrets in the middle of a text, as in an error's message: API keys, webhooks' secrets, passwords in addresses. */
const secretTexts: readonly [RegExp, string][] = [
  [/assay_live_[0-9A-Za-z]{8,}/g, "assay_live_[redacted]"],
  [/whsec_[0-9A-Za-z+/=%_-]{16,}/g, "whsec_[redacted]"],
  // To the last @: a password may hold one.
  [/(postgres(?:ql)?:\/\/[^\s:/@"]*:)[^\s"]*@/g, "$1[redacted]@"],
  [/(https?:\/\/[^\s:/@"]*:)[^\s"/]*@/g, "$1[redacted]@"],
  [/([?&](?:ssl)?password=)[^\s&"]+/g, "$1[redacted]"],
  [/(Bearer )[^\s"\\]{8,}/gi, "$1[redacted]"],
];

/** Takes secrets out of a text. */
export const redactTexts = (line: string): string =>
  secretTexts.reduce((text, [pattern, shown]) => text.replace(pattern, shown), line);

/** A destination of log lines: standard error, without blocking. */
export const standardError = (): DestinationStream => pino.destination({ fd: 2, sync: false });

/** A logger of JSON lines; anything that could hold a secret is redacted, and a line of traced work names its trace. */
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
