import { errors } from "undici";

/**
 * Returns the cause of a failed call as a short phrase that does not contain addresses and that can follow
 * "could not be called:". If the error code is unknown, the phrase contains the code.
 */
export function causeOf(error: unknown): string {
  // Errors of the parser have no code, and OpenSSL has a different code for each violation of the protocol.
  if (error instanceof errors.HTTPParserError) return "the response is not HTTP/1.1";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code !== "string") return broke;
  if (code.startsWith("ERR_SSL_")) return noTls;
  return causes[code] ?? `it failed with ${code}`;
}

const broke = "the connection was lost";
const noTls = "the TLS handshake failed";
const unknownIssuer = "the authority of its certificate is not trusted";
const unreachable = "its network is unreachable";
const noConnection = "no connection within 10 seconds";

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: broke,
  ECONNABORTED: broke,
  EPIPE: broke,
  UND_ERR_SOCKET: broke,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the response does not match its Content-Length",
  UND_ERR_HEADERS_OVERFLOW: "the response headers are larger than 16 KiB",
  ENOTFOUND: "its host name is unknown",
  EAI_AGAIN: "its host name could not be resolved",
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
