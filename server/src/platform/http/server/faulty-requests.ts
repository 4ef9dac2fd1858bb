import type { IncomingMessage } from "node:http";
import type { FieldError } from "@assay/contract/platform/errors";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { quoted } from "@assay/contract/wire";
import type { RequestHandler } from "express";

/**
 * Headers for routing, authentication and parsing. If one repeats, one reader uses the first value and
 * another the last.
 */
const singular = new Set(["host", "authorization", "content-type", "idempotency-key"]);
const lengths = new Set([...singular].map(({ length }) => length));

/**
 * Finds ambiguous parts of a request, which a proxy could read differently, and unsupported expectations;
 * undefined for a valid request.
 */
export function faultOf(request: IncomingMessage): FieldError | undefined {
  const ambiguity =
    versionFaultOf(request) ?? repetitionIn(request) ?? hostFaultOf(request) ?? codingFaultOf(request);
  if (ambiguity === undefined) return unmetExpectation(request);
  const message = `The request is not valid HTTP: ${ambiguity}.`;
  return { path: "header", code: "malformed_request", message };
}

const versions = new Set(["1.1", "1.0"]);

/** Node.js parses some other versions, such as HTTP/0.9, as if they were these. */
const versionFaultOf = ({ httpVersion }: IncomingMessage): string | undefined =>
  versions.has(httpVersion) ? undefined : `its version is ${httpVersion}; it must be 1.1 or 1.0`;

function repetitionIn({ rawHeaders }: IncomingMessage): string | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? "";
    // Comparing lengths first is cheap: few headers have the length of one of these.
    if (!lengths.has(written.length)) continue;
    const name = written.toLowerCase();
    if (seen.has(name)) return `${name} is repeated; it must occur once`;
    if (singular.has(name)) seen.add(name);
  }
  return undefined;
}

/** RFC 3986, 3.2.2 and 3.2.3: a name or an address with an optional port. */
const hostAndPort = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i;

/** RFC 9112, 3.2: a request of HTTP/1.1 with a missing or invalid host must be refused. */
function hostFaultOf({ headers: { host }, httpVersion }: IncomingMessage): string | undefined {
  // HTTP/1.0 has no Host header.
  if (httpVersion === "1.0" || (host !== undefined && hostAndPort.test(host))) return undefined;
  if (host === undefined) return "Host is required: HTTP/1.1 needs a name or an address";
  return `Host is ${quoted(host)}; it must be a name or an address, optionally with a port`;
}

function codingFaultOf({ headers, httpVersion }: IncomingMessage): string | undefined {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  // RFC 9112, 6.1: HTTP/1.0 has no chunks, so a proxy may determine the length of the body differently.
  if (httpVersion !== "1.1")
    return "HTTP/1.0 does not support Transfer-Encoding; send Content-Length, or use HTTP/1.1";
  // Node.js decodes chunks if they are the last coding, and leaves earlier codings undecoded.
  return coding.toLowerCase() === "chunked"
    ? undefined
    : `Transfer-Encoding is ${quoted(coding)}; it must be "chunked"`;
}

/** RFC 9110, 10.1.1: what a client expects before it sends the body; ignored in HTTP/1.0. */
function unmetExpectation({ headers: { expect }, httpVersion }: IncomingMessage): FieldError | undefined {
  if (expect === undefined || httpVersion !== "1.1" || expect.toLowerCase() === "100-continue")
    return undefined;
  const message = `Expect is ${quoted(expect)}; it must be "100-continue".`;
  return { path: "header/expect", code: "invalid_value", message };
}

/**
 * Refuses such requests (400) and closes their connection, because the start of the next request is unknown.
 */
export const refuseFaulty: RequestHandler = (request, response, next) => {
  const fault = faultOf(request);
  if (fault === undefined) return next();
  response.setHeader("Connection", "close");
  next(validationFailed([fault]));
};
