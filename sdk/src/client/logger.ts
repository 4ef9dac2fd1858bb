/**
 * Log level, from the fewest messages to the most. Each level also logs the messages of the levels before it.
 */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** A logger with the interface of `console`. */
export interface Logger {
  error(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
  debug(message: string, ...details: unknown[]): void;
}

/** All log levels. Each level also logs the messages of the levels before it. */
export const logLevels = "off, error, warn, info, debug";

/** Log settings. */
export interface Reporting {
  /** The logger; default `console`. */
  logger?: Logger | undefined;
  logLevel: LogLevel;
}

/**
 * Writes one line if its level is enabled. The client passes neither headers nor bodies, so no key is logged.
 */
export function log(
  { logger = console, logLevel }: Reporting,
  level: Exclude<LogLevel, "off">,
  message: string,
): void {
  if (logLevels.indexOf(level) <= logLevels.indexOf(logLevel)) logger[level](`[assay] ${message}`);
}
