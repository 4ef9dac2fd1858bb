import { ConfigError } from "../config.ts";

/** Runs a command's work; a failure is told in plain words and sets the exit code: 2 for configuration, else 1. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(error instanceof ConfigError ? 2 : 1);
  }
}
