// Reads hosts with backslashes as clients do for which a backslash does not end a host. Such clients pass the
// backslash to the resolver, which removes it: `\x` is `x`, and `\120` is the character with this decimal code.
import { type AddressParser, type Target, unreadable } from "./parse-address.ts";

/** Matches an escape of a resolver: a decimal code, or one character. */
const decimalOrOne = /\\(\d{3}|[^])/g;
/** Matches characters that a resolver accepts after a backslash, or as the meaning of a decimal code. */
const inName = /^[\w-]$/;
/** Matches a host and its port. */
const hostAndPort = /^([^]*?)(:\d*)?$/;
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

function withoutLastBackslashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === "\\") end -= 1;
  return text.slice(0, end);
}

/**
 * Returns the names that resolvers read in a name with backslashes: with and without decimal codes. Returns undefined if
 * the meaning of a backslash is in doubt.
 */
function unescapedNames(name: string): string[] | undefined {
  const meanings = Array.from(name.matchAll(decimalOrOne), ([, code = ""]) =>
    code.length === 3 ? String.fromCodePoint(Number(code)) : code,
  );
  if (!meanings.every((meaning) => inName.test(meaning))) return undefined;
  let at = 0;
  return [name.replaceAll(decimalOrOne, () => meanings[at++] ?? ""), name.replaceAll("\\", "")];
}

/**
 * Yields the hosts that clients read if they keep the backslashes of an authority, or `unreadable`. Yields nothing if no
 * backslash is inside the host. A backslash at the end of a host cannot be resolved.
 *
 * @param scheme a scheme with its slashes; empty for a host without a scheme.
 */
export function* hostsWithBackslashes(
  scheme: string,
  authority: string,
  parser: AddressParser,
): Generator<Target> {
  if (!authority.includes("\\")) return;
  const [, host = "", port = ""] = hostAndPort.exec(authority.slice(authority.lastIndexOf("@") + 1)) ?? [];
  const name = withoutLastBackslashes(host);
  if (!name.includes("\\")) return;
  for (const read of new Set(unescapedNames(name) ?? ["\\"])) {
    const target = read === "\\" ? undefined : parser.parsed(`${scheme}${read}${port}`);
    // A label with other characters is encoded together with its backslash, so its name is in doubt.
    const isDoubtful = target === undefined || (target.host.includes("xn--") && !isAscii(name));
    yield isDoubtful ? unreadable : target;
  }
}
