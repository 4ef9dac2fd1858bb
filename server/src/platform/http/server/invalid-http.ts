import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiError } from "@assay/contract/platform/errors";
import { formatId } from "@assay/contract/platform/ids";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { faultOf } from "./faulty-requests.ts";
import { lastResponseOn } from "../fast-path/request-queue.ts";

/**
 * Responds to invalid HTTP with a problem document, and closes the connection. The response is sent after the
 * responses to earlier requests on the connection, so that the client assigns it to the right request.
 */
export function refuseMalformedRequests(server: Server, newId: () => string): void {
  const refuse = (socket: Duplex, refusal: ApiError): void =>
    endConnection(socket, serializeRefusal(refusal, formatId("request", newId())));
  const refused = new WeakSet<Duplex>();
  server.on("clientError", (error: Malformed, socket) => {
    // If the client disconnected, it gets no response. If the client was already refused and is still
    // sending, it gets no second response.
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy(error);
    if (refused.has(socket)) return;
    refused.add(socket);
    // The request timed out. A client that is this slow would not read a problem document either.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
      return endConnection(socket, `HTTP/1.1 408 ${STATUS_CODES[408]}\r\nConnection: close\r\n\r\n`);
    afterEarlierRequests(socket, (hasResponse) =>
      // If the head of this request already has a response, the invalid part is the rest of its body.
      hasResponse ? endConnection(socket, "") : refuse(socket, refusalOf(error)),
    );
  });
  server.on("connect", (_request, socket) => refuse(socket, noTunnel));
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (faultOf(request) === undefined) response.writeContinue();
    server.emit("request", request, response);
  });
  // A request with an unknown expectation is handled like any other request with invalid headers, because the
  // response of Node.js (417) has no problem document.
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
 * How long further data from the client is discarded, so that the client can read the response
 * (milliseconds). Unread data would reset the connection.
 */
const lingerMs = 2000;

function endConnection(socket: Duplex, text: string): void {
  if (socket.writable) socket.end(text);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/**
 * Waits until the responses to earlier requests have been sent.
 *
 * @param next receives whether the malformed request itself already has a response.
 */
function afterEarlierRequests(socket: Duplex, next: (hasResponse: boolean) => void): void {
  const response = lastResponseOn(socket);
  if (!response || response.writableFinished) return next(false);
  // The latest request was received completely, so it precedes the malformed request.
  if (response.req.complete) return void response.once("close", () => next(false));
  // The response is either being written to the connection, or waits until the connection is free.
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
