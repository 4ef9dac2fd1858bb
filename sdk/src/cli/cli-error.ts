/** An expected failure of a command: printed without a stack trace, exit code 2. */
export class CliError extends Error {
  override readonly name = "CliError";
}
