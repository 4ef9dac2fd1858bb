import { errors } from "undici";

/**
 * The cause of a failed call, as a short phrase without addresses, to follow "could not be called:". Unknown
 * codes are named.
 */
export function causeOf(error: unknown): string {
  // Parser errors have no code, and OpenSSL has one for each protocol violation.
  if (error instanceof errors.HTTPParserError) return "its answer is not HTTP/1.1";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code !== "string") return broke;
  if (code.startsWith("ERR_SSL_")) return noTls;
  return causes[code] ?? `it failed with ${code}`;
}

const broke = "the connection broke";
const noTls = "it does not speak TLS as it should";
const unknownIssuer = "its certificate is not by an authority that is trusted here";
const unreachable = "its network cannot be reached";
const noConnection = "no connection within 10 seconds";

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: broke,
  ECONNABORTED: broke,
  EPIPE: broke,
  UND_ERR_SOCKET: broke,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "its answer is not as long as its Content-Length says",
  UND_ERR_HEADERS_OVERFLOW: "the headers of its answer are longer than 16 KiB",
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name could not be looked up",
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: noConnection,
  UND_ERR_CONNECT_TIMEOUT: noConnection,
  EPROTO: noTls,
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
};
