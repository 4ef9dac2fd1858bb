/** How much the client reports; each level holds the ones before it. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** Where the client reports to: anything shaped like `console`. */
export interface Logger {
  error(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
  debug(message: string, ...details: unknown[]): void;
}

/** All levels; each stands behind those that it holds. */
export const logLevels = "off, error, warn, info, debug";

/** How much is reported where. */
export interface Reporting {
  /** Default `console`. */
  logger?: Logger | undefined;
  logLevel: LogLevel;
}

/**
 * Writes one line when its level is wanted. The client hands it neither headers nor bodies, so that no key can reach a log.
 */
export function log(
  { logger = console, logLevel }: Reporting,
  level: Exclude<LogLevel, "off">,
  message: string,
): void {
  if (logLevels.indexOf(level) <= logLevels.indexOf(logLevel)) logger[level](`[assay] ${message}`);
}
