import type { IncomingMessage } from "node:http";
import type { FieldError } from "@assay/contract/platform/errors";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { quoted } from "@assay/contract/wire";
import type { RequestHandler } from "express";

/** What says whom a request is for, whose it is, and what: of two, one reader takes the first and another the last. */
const singular = new Set(["host", "authorization", "content-type", "idempotency-key"]);
const lengths = new Set([...singular].map(({ length }) => length));

/**
 * What is at fault with a request that may be read in one way here and in another by a proxy before us, or that expects what
 * is not done here; undefined: nothing.
 */
export function faultOf(request: IncomingMessage): FieldError | undefined {
  const ambiguity =
    versionFaultOf(request) ?? repetitionIn(request) ?? hostFaultOf(request) ?? codingFaultOf(request);
  if (ambiguity === undefined) return unmetExpectation(request);
  const message = `The request is not valid HTTP: ${ambiguity}.`;
  return { path: "header", code: "malformed_request", message };
}

const versions = new Set(["1.1", "1.0"]);

/** Node.js reads a few more, the one before there were headers among them, as if they were these. */
const versionFaultOf = ({ httpVersion }: IncomingMessage): string | undefined =>
  versions.has(httpVersion) ? undefined : `its version is ${httpVersion}; 1.1 and 1.0 are accepted`;

function repetitionIn({ rawHeaders }: IncomingMessage): string | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? "";
    // Few headers are as long as one of these: the others cost nothing.
    if (!lengths.has(written.length)) continue;
    const name = written.toLowerCase();
    if (seen.has(name)) return `${name} is given twice; each is given once`;
    if (singular.has(name)) seen.add(name);
  }
  return undefined;
}

/** RFC 3986, 3.2.2 and 3.2.3: a name or an address, and perhaps a port. */
const hostAndPort = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i;

/** RFC 9112, 3.2: a request of HTTP/1.1 that has no host, or one that is none, is to be refused. */
function hostFaultOf({ headers: { host }, httpVersion }: IncomingMessage): string | undefined {
  // HTTP/1.0 has no such header.
  if (httpVersion === "1.0" || (host !== undefined && hostAndPort.test(host))) return undefined;
  if (host === undefined) return "it has no Host; HTTP/1.1 needs one, a name or an address";
  return `Host is ${quoted(host)}; a name or an address is accepted, with a port if need be`;
}

function codingFaultOf({ headers, httpVersion }: IncomingMessage): string | undefined {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  // RFC 9112, 6.1: HTTP/1.0 has no chunks, so whoever passes them on may count the body's bytes otherwise.
  if (httpVersion !== "1.1") return "Transfer-Encoding is none of HTTP/1.0; send Content-Length, or HTTP/1.1";
  // Node.js takes chunks apart whenever they are named last, and leaves the codings before them as they are.
  return coding.toLowerCase() === "chunked"
    ? undefined
    : `Transfer-Encoding is ${quoted(coding)}; "chunked" alone is accepted`;
}

/** RFC 9110, 10.1.1: what a client expects before it goes on; it means nothing in HTTP/1.0. */
function unmetExpectation({ headers: { expect }, httpVersion }: IncomingMessage): FieldError | undefined {
  if (expect === undefined || httpVersion !== "1.1" || expect.toLowerCase() === "100-continue")
    return undefined;
  const message = `Expect is ${quoted(expect)}; "100-continue" alone is accepted.`;
  return { path: "header/expect", code: "invalid_value", message };
}

/** Refuses such requests (400), and ends their connection: where the next one begins is not sure. */
export const refuseFaulty: RequestHandler = (request, response, next) => {
  const fault = faultOf(request);
  if (fault === undefined) return next();
  response.setHeader("Connection", "close");
  next(validationFailed([fault]));
};
