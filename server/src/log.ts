import { type DestinationStream, pino, type Logger as PinoLogger } from "pino";

/** Structured logs (pino). */
export type Logger = PinoLogger;

/** A logger of JSON lines, on standard error unless told otherwise; anything that could hold a secret is redacted. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          "authorization",
          "*.authorization",
          "apiKey",
          "*.apiKey",
          "secret",
          "*.secret",
          "headers.authorization",
        ],
        censor: "[redacted]",
      },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}
