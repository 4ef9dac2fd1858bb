import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiError } from "@assay/contract/platform/errors";
import { formatId } from "@assay/contract/platform/ids";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { faultOf } from "./faulty-requests.ts";
import { lastResponseOn } from "../fast-path/request-queue.ts";

/**
 * Responds to invalid HTTP with a problem document and closes the connection. The response follows those of
 * earlier requests on the connection, so that the client matches it to the right request.
 */
export function refuseMalformedRequests(server: Server, newId: () => string): void {
  const refuse = (socket: Duplex, refusal: ApiError): void =>
    endConnection(socket, serializeRefusal(refusal, formatId("request", newId())));
  const refused = new WeakSet<Duplex>();
  server.on("clientError", (error: Malformed, socket) => {
    // A client that disconnected gets no response; one that was refused and still sends gets no second one.
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy(error);
    if (refused.has(socket)) return;
    refused.add(socket);
    // The request timed out; a client this slow would not read a document either.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
      return endConnection(socket, `HTTP/1.1 408 ${STATUS_CODES[408]}\r\nConnection: close\r\n\r\n`);
    afterEarlierRequests(socket, (hasResponse) =>
      // The head already has a response; the rest of its body is invalid.
      hasResponse ? endConnection(socket, "") : refuse(socket, refusalOf(error)),
    );
  });
  server.on("connect", (_request, socket) => refuse(socket, noTunnel));
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (faultOf(request) === undefined) response.writeContinue();
    server.emit("request", request, response);
  });
  // Handled like any request with invalid headers, because Node.js' own response (417) has no document.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

const noTunnel = validationFailed([
  {
    path: "",
    code: "malformed_request",
    message: "Method CONNECT is not supported. Use GET, POST, PUT, PATCH or DELETE.",
  },
]);

/**
 * How long further data from the client is discarded, so that it can read the response; unread data would
 * reset the connection.
 */
const lingerMs = 2000;

function endConnection(socket: Duplex, text: string): void {
  if (socket.writable) socket.end(text);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/**
 * Waits for the responses to earlier requests. @param next receives whether the malformed request itself has
 * a response.
 */
function afterEarlierRequests(socket: Duplex, next: (hasResponse: boolean) => void): void {
  const response = lastResponseOn(socket);
  if (!response || response.writableFinished) return next(false);
  // This request was complete, so it precedes the malformed one.
  if (response.req.complete) return void response.once("close", () => next(false));
  // The response has the connection, or waits for it.
  if (response.socket) return next(response.headersSent);
  response.once("socket", () => next(response.headersSent));
}

type Malformed = NodeJS.ErrnoException & { reason?: string };

const refusalOf = ({ code, reason }: Malformed): ApiError =>
  validationFailed([
    code === "HPE_HEADER_OVERFLOW"
      ? {
          path: "header",
          code: "too_big",
          message: "The request line and headers are larger than 16 KiB.",
        }
      : {
          path: "",
          code: "malformed_request",
          message: `The request is not valid HTTP: ${reason ?? "it cannot be parsed"}.`,
        },
  ]);

function serializeRefusal(refusal: ApiError, requestId: string): string {
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
