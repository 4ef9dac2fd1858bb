import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Returns the process's environment. Variables that are unset get their values from a `.env` file in the
 * working folder.
 */
export function environmentWithFile(file = ".env"): Record<string, string | undefined> {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return { ...fromFile, ...process.env };
}
