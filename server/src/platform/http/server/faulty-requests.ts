import type { IncomingMessage } from "node:http";
import type { FieldError } from "@assay/contract/platform/errors";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { quoted } from "@assay/contract/wire";
import type { RequestHandler } from "express";

/**
 * Headers for routing, authentication and parsing, which must not be repeated. If one is repeated, different
 * programs may use different values, such as the first or the last.
 */
const singular = new Set(["host", "authorization", "content-type", "idempotency-key"]);
const lengths = new Set([...singular].map(({ length }) => length));

/**
 * Finds ambiguous parts of a request, which a proxy could interpret differently, and expectations that are
 * not supported. Returns undefined if the request is valid.
 */
export function faultOf(request: IncomingMessage): FieldError | undefined {
  const ambiguity =
    versionFaultOf(request) ?? repetitionIn(request) ?? hostFaultOf(request) ?? codingFaultOf(request);
  if (ambiguity === undefined) return unmetExpectation(request);
  const message = `The request is not valid HTTP: ${ambiguity}.`;
  return { path: "header", code: "malformed_request", message };
}

const versions = new Set(["1.1", "1.0"]);

/**
 * Returns the fault in a request's HTTP version. Node.js parses some other versions, such as HTTP/0.9, as if
 * they were 1.0 or 1.1.
 */
const versionFaultOf = ({ httpVersion }: IncomingMessage): string | undefined =>
  versions.has(httpVersion) ? undefined : `its version is ${httpVersion}; it must be 1.1 or 1.0`;

function repetitionIn({ rawHeaders }: IncomingMessage): string | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? "";
    // Lengths are compared first because this is fast, and few headers have the same length as one of these.
    if (!lengths.has(written.length)) continue;
    const name = written.toLowerCase();
    if (seen.has(name)) return `${name} is repeated; it must occur once`;
    if (singular.has(name)) seen.add(name);
  }
  return undefined;
}

/** Matches a name or an address with an optional port (RFC 3986, sections 3.2.2 and 3.2.3). */
const hostAndPort = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i;

/**
 * Returns the fault in a request's Host header. A request with HTTP/1.1 must be refused if it has no valid
 * host (RFC 9112, section 3.2).
 */
function hostFaultOf({ headers: { host }, httpVersion }: IncomingMessage): string | undefined {
  // HTTP/1.0 does not require a Host header.
  if (httpVersion === "1.0" || (host !== undefined && hostAndPort.test(host))) return undefined;
  if (host === undefined) return "Host is required: HTTP/1.1 needs a name or an address";
  return `Host is ${quoted(host)}; it must be a name or an address, optionally with a port`;
}

function codingFaultOf({ headers, httpVersion }: IncomingMessage): string | undefined {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  // HTTP/1.0 does not have chunked bodies, so a proxy may determine the length of the body differently (RFC
  // 9112, section 6.1).
  if (httpVersion !== "1.1")
    return "HTTP/1.0 does not support Transfer-Encoding; send Content-Length, or use HTTP/1.1";
  // Node.js decodes chunks if "chunked" is the last coding, but does not decode the codings before it.
  return coding.toLowerCase() === "chunked"
    ? undefined
    : `Transfer-Encoding is ${quoted(coding)}; it must be "chunked"`;
}

/**
 * Returns the fault in a request's Expect header, which states what a client requires before it sends the
 * body (RFC 9110, section 10.1.1). HTTP/1.0 ignores this header.
 */
function unmetExpectation({ headers: { expect }, httpVersion }: IncomingMessage): FieldError | undefined {
  if (expect === undefined || httpVersion !== "1.1" || expect.toLowerCase() === "100-continue")
    return undefined;
  const message = `Expect is ${quoted(expect)}; it must be "100-continue".`;
  return { path: "header/expect", code: "invalid_value", message };
}

/**
 * Refuses faulty requests (400) and closes their connection, because the start of the next request is
 * unknown.
 */
export const refuseFaulty: RequestHandler = (request, response, next) => {
  const fault = faultOf(request);
  if (fault === undefined) return next();
  response.setHeader("Connection", "close");
  next(validationFailed([fault]));
};
