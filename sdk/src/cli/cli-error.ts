/** An expected failure of a command. The command prints it without a stack trace and exits with code 2. */
export class CliError extends Error {
  override readonly name = "CliError";
}
