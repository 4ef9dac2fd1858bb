/** Matches the request ids that are accepted: 1 to 128 printable ASCII characters without spaces. */
const validId = /^[\x21-\x7e]{1,128}$/;

/** Returns a request's id: the caller's `X-Request-Id` if it is valid, otherwise a new one. */
export const requestIdOf = (given: unknown, newId: () => string): string =>
  typeof given === "string" && validId.test(given) ? given : newId();

/** Returns the headers that each response has: the request id and security headers. */
export const responseHeaders = (requestId: string): Record<string, string> => ({
  "X-Request-Id": requestId,
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'",
  "Cache-Control": "no-store",
});
