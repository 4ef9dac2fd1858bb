import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type ApiError, formatId, validationFailed } from "@assay/contract";

/** Answers what is no request of HTTP with a problem document too, and ends its connection. */
export function refuseMalformedRequests(server: Server, newId: () => string): void {
  server.on("clientError", (error: Malformed, socket) => {
    // A client that went away, or that has been sent an answer's head already, is told nothing.
    if (!socket.writable || answerHasBegun(socket)) return void socket.destroy(error);
    // The time for a request ran out: whoever sends it so slowly would not read a document either.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
      return void socket.end(`HTTP/1.1 408 ${STATUS_CODES[408]}\r\nConnection: close\r\n\r\n`);
    socket.end(answerOf(refusalOf(error), formatId("request", newId())));
  });
}

type Malformed = NodeJS.ErrnoException & { reason?: string };

const refusalOf = ({ code, reason }: Malformed): ApiError =>
  validationFailed([
    code === "HPE_HEADER_OVERFLOW"
      ? {
          path: "header",
          code: "too_big",
          message: "The request's address and headers together are too long; they must have at most 16 KiB.",
        }
      : {
          path: "",
          code: "malformed_request",
          message: `The request is not valid HTTP: ${reason ?? "it cannot be read"}.`,
        },
  ]);

/** As Node.js itself asks, which has no public way to. */
function answerHasBegun(socket: Duplex): boolean {
  const message: unknown = Reflect.get(socket, "_httpMessage");
  return typeof message === "object" && message !== null && Reflect.get(message, "_headerSent") === true;
}

function answerOf(refusal: ApiError, requestId: string): string {
  const body = JSON.stringify(refusal.toProblem(requestId));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}`,
    "Content-Type: application/problem+json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
