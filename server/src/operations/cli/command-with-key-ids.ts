import { Command } from "commander";

/** The id of a signing key that starts with a hyphen: SHA-256 in base64url. */
const keyId = /^-[\w-]{42}$/;

/**
 * Whether an argument is the id of a signing key, and not the value of an option. `--json` is the only option without a
 * value that can precede an id.
 */
function isKeyId(argument: string, before: string | undefined): boolean {
  const isValue = before?.startsWith("--") === true && before !== "--json" && !before.includes("=");
  return keyId.test(argument) && !isValue;
}

/**
 * A program whose commands accept the id of a signing key as an argument. One of 64 ids starts with a hyphen, so that it
 * would be read as an option.
 */
export class CommandWithKeyIds extends Command {
  override parseOptions(given: string[]): ReturnType<Command["parseOptions"]> {
    // All arguments after `--` are read as they are.
    const end = given.includes("--") ? given.indexOf("--") : given.length;
    const isId = (argument: string, index: number): boolean =>
      index < end && isKeyId(argument, given[index - 1]);
    const ids = given.filter(isId);
    const { operands, unknown } = super.parseOptions(
      given.filter((argument, index) => !isId(argument, index)),
    );
    return { operands: [...operands, ...ids], unknown };
  }
}
