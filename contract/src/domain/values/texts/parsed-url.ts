/**
 * Parses a URL as the URL standard defines. Returns undefined if the standard does not accept it.
 *
 * All code that reads a URL from a text uses this function. After some time, `URL.canParse` of Node.js
 * 20 and 22 returns false for valid URLs whose host contains a character between U+0080 and U+00FF.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
