import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiError } from "@assay/contract/platform/errors";
import { formatId } from "@assay/contract/platform/ids";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { faultOf } from "./faulty-requests.ts";
import { lastResponseOn } from "../fast-path/request-queue.ts";

/**
 * Answers what is no request of HTTP, or none to this server, with a problem document too, and ends its connection: when the
 * requests before it are answered, as whoever sent them would take its refusal for theirs.
 */
export function refuseMalformedRequests(server: Server, newId: () => string): void {
  const refuse = (socket: Duplex, refusal: ApiError): void =>
    endConnection(socket, answerOf(refusal, formatId("request", newId())));
  const refused = new WeakSet<Duplex>();
  server.on("clientError", (error: Malformed, socket) => {
    // A client that went away is told nothing; nor is one that is told already, and still sends.
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy(error);
    if (refused.has(socket)) return;
    refused.add(socket);
    // The time for a request ran out: whoever sends it so slowly would not read a document either.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
      return endConnection(socket, `HTTP/1.1 408 ${STATUS_CODES[408]}\r\nConnection: close\r\n\r\n`);
    inItsTurn(socket, (hasAnswer) =>
      // Its head has been answered already; what is wrong is the rest of its body.
      hasAnswer ? endConnection(socket, "") : refuse(socket, refusalOf(error)),
    );
  });
  server.on("connect", (_request, socket) => refuse(socket, noTunnel));
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (faultOf(request) === undefined) response.writeContinue();
    server.emit("request", request, response);
  });
  // Refused as any other request whose headers are at fault: Node.js' own answer (417) has no document.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

const noTunnel = validationFailed([
  {
    path: "",
    code: "malformed_request",
    message: "The method is CONNECT, which asks a proxy for a tunnel; this server is none.",
  },
]);

/** How long what a client still sends is read away, so that it can read the answer: a connection with more to read is reset. */
const lingerMs = 2000;

function endConnection(socket: Duplex, text: string): void {
  if (socket.writable) socket.end(text);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Waits until the requests before a malformed one are answered. @param next is told whether it has been answered itself. */
function inItsTurn(socket: Duplex, next: (hasAnswer: boolean) => void): void {
  const answer = lastResponseOn(socket);
  if (!answer || answer.writableFinished) return next(false);
  // Whole, so it was the one before.
  if (answer.req.complete) return void answer.once("close", () => next(false));
  // It has the connection, or waits for it.
  if (answer.socket) return next(answer.headersSent);
  answer.once("socket", () => next(answer.headersSent));
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
