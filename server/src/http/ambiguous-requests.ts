import type { IncomingMessage } from "node:http";
import { validationFailed } from "@assay/contract";
import type { RequestHandler } from "express";

/** What says whom a request is for, and whose it is. */
const singular = new Set(["host", "authorization"]);
const lengths = new Set([...singular].map(({ length }) => length));

/** Why a request may be read in one way here and in another by a proxy before us; undefined: it cannot. */
export function ambiguityOf({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? "";
    // Few headers are as long as one of these: the others cost nothing.
    if (!lengths.has(written.length)) continue;
    const name = written.toLowerCase();
    if (seen.has(name)) return `${name} is given twice`;
    if (singular.has(name)) seen.add(name);
  }
  // RFC 9112, 6.1: HTTP/1.0 has no chunks, so whoever passes them on may count the body's bytes otherwise.
  return headers["transfer-encoding"] !== undefined && httpVersion !== "1.1"
    ? "Transfer-Encoding is none of HTTP/1.0"
    : undefined;
}

/** Refuses such requests (400), and ends their connection: where the next one begins is not sure. */
export const refuseAmbiguous: RequestHandler = (request, response, next) => {
  const ambiguity = ambiguityOf(request);
  if (ambiguity === undefined) return next();
  response.setHeader("Connection", "close");
  const message = `The request is not valid HTTP: ${ambiguity}.`;
  next(validationFailed([{ path: "header", code: "malformed_request", message }]));
};
