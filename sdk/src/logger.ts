import { AssayError } from "./errors.ts";

/** How much the client reports; each level holds the ones before it. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** Where the client reports to: anything shaped like `console`. */
export interface Logger {
  error(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
  debug(message: string, ...details: unknown[]): void;
}

/** Writes one line when its level is wanted. */
export type Log = (level: Exclude<LogLevel, "off">, message: string) => void;

const levels: readonly string[] = ["off", "error", "warn", "info", "debug"] satisfies LogLevel[];

/**
 * A log function that writes to `logger` what `level` lets through. The client hands it neither headers nor bodies, so
 * that no key can reach a log.
 *
 * @throws AssayError when `level` is not one of the five levels.
 */
export function createLog(logger: Logger = console, level: LogLevel = "warn"): Log {
  const limit = levels.indexOf(level);
  if (limit < 0) throw new AssayError(`logLevel is "${level}"; it must be one of ${levels.join(", ")}.`);
  return (wanted, message) => {
    if (levels.indexOf(wanted) <= limit) logger[wanted](`[assay] ${message}`);
  };
}
