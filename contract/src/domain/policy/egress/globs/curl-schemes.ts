// The schemes that curl knows.

/** The special schemes of the URL standard, which curl knows too. */
const special = /^(?:https?|wss?|ftp|file)$/i;
/** The other schemes of curl. After them, it accepts one, two or three slashes. */
const others =
  "dict|ftps|gophers?|imaps?|ldaps?|mqtts?|pop3s?|rtmp(?:e|s|t|te|ts)?|rtsp|scp|sftp|smbs?|smtps?|telnet|tftp";
const onlyOther = new RegExp(`^(?:${others})$`, "i");
const withFewSlashes = new RegExp(`(?<![a-z0-9+.-])(${others}):(?:///|/(?!/))`, "gi");

/** Returns whether curl knows a scheme (without its colon). */
export const isCurlScheme = (scheme: string): boolean => special.test(scheme) || onlyOther.test(scheme);

/**
 * Returns the number of slashes that belong to a scheme; 0 if they begin no authority.
 *
 * @param slashes the slashes and backslashes after the colon of the scheme.
 */
export function slashesOf(scheme: string, slashes: string): number {
  if (special.test(scheme)) return slashes.length;
  const plain = /^\/{0,3}/.exec(slashes)?.[0].length ?? 0;
  return onlyOther.test(scheme) ? plain : plain < 2 ? 0 : 2;
}

/** Yields each scheme of curl that one or three slashes follow, as if two followed, and its positions. */
export function* curlSchemesIn(text: string): Generator<{ scheme: string; start: number; end: number }> {
  for (const { 0: found, 1: name = "", index } of text.matchAll(withFewSlashes))
    yield { scheme: `${name}://`, start: index, end: index + found.length };
}
