/** The command cannot do its work: told in plain words, exit code 2. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
}
