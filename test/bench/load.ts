// Sends many concurrent requests over bare sockets. The client uses little CPU time compared with the server,
// and uses equally much for every peer.
import { connect } from "node:net";

/** One request. Its text is built before the measurement starts. */
interface LoadRequest {
  /** `POST` if omitted. */
  method?: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** The result of sending a load. */
export interface LoadReport {
  calls: number;
  seconds: number;
  perSecond: number;
  /** Median latency (milliseconds). */
  p50: number;
  p99: number;
  /** Maps the key that `keyOf` returns for a response to the number of such responses. */
  answers: Record<string, number>;
}

/** The target and the number of requests. */
export interface LoadPlan {
  baseUrl: string;
  connections: number;
  calls: number;
  requestOf: (index: number) => LoadRequest;
  /** Returns the key under which a response is counted. */
  keyOf: (status: number, body: string) => string;
}

/** Sends the requests, one at a time on each connection. @throws {Error} if a connection breaks. */
export async function load(plan: LoadPlan): Promise<LoadReport> {
  const { hostname, port, host } = new URL(plan.baseUrl);
  const waits: number[] = [];
  const answers: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  const run = async (): Promise<void> => {
    const connection = openConnection({ host: hostname, port: Number(port) });
    for (let index = next++; index < plan.calls; index = next++) {
      const sentAt = performance.now();
      const { status, body } = await connection.send(textOf(host, plan.requestOf(index)));
      waits.push(performance.now() - sentAt);
      const key = plan.keyOf(status, body);
      answers[key] = (answers[key] ?? 0) + 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: plan.connections }, run));
  const seconds = (performance.now() - started) / 1000;
  waits.sort((one, other) => one - other);
  const at = (part: number): number => waits[Math.floor(part * (waits.length - 1))] ?? Number.NaN;
  const { calls } = plan;
  return { calls, seconds, perSecond: calls / seconds, p50: at(0.5), p99: at(0.99), answers };
}

function textOf(host: string, { method = "POST", path, headers, body }: LoadRequest): string {
  const lines = Object.entries({ host, "content-length": String(Buffer.byteLength(body)), ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

interface Response {
  status: number;
  body: string;
}

/** Opens a connection with at most one request in flight. */
function openConnection(address: { host: string; port: number }): {
  send: (text: string) => Promise<Response>;
  close: () => void;
} {
  const socket = connect({ ...address, noDelay: true }).setEncoding("latin1");
  let received = "";
  let waiting: { resolve: (response: Response) => void; reject: (error: Error) => void } | undefined;
  socket.on("data", (chunk: string) => {
    received += chunk;
    const response = responseIn(received);
    if (!response) return;
    received = "";
    waiting?.resolve(response);
  });
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error("The server closed the connection.")));
  return {
    send: (text) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(text);
      }),
    close: () => void socket.destroy(),
  };
}

/**
 * Returns the response at the start of the received text, or undefined if the response is incomplete. The
 * text has one character per byte (Latin-1).
 */
function responseIn(text: string): Response | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
  if (Number.isNaN(length)) throw new Error(`A response does not state its length: ${head}`);
  if (text.length < end + 4 + length) return undefined;
  return { status: Number(head.slice(9, 12)), body: text.slice(end + 4, end + 4 + length) };
}
