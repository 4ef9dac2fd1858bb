import { Writable } from "node:stream";
import { pino } from "pino";
import { startTestServer, type TestServer } from "../../../test/support/server.ts";

/** A server on the embedded database whose output a test can inspect. */
export interface WatchedServer {
  server: TestServer;
  /** Returns everything that was logged at any level, without redaction. */
  logged: () => string;
  /** All responses, including their headers. */
  answers: string[];
  /** Sends a request with an API key of its own workspace; a string body is sent unchanged. */
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; text: string }>;
}

/** Starts a server; `server.close` stops it. */
export async function startWatchedServer(): Promise<WatchedServer> {
  let logged = "";
  const answers: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const server = await startTestServer("embedded", {}, { log: pino({ level: "trace" }, sink) });
  const apiKey = await server.newWorkspace();
  return {
    server,
    logged: () => logged,
    answers,
    send: async (method, path, body, headers = {}) => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      answers.push(`${JSON.stringify([...response.headers])}\n${text}`);
      return { status: response.status, text };
    },
  };
}
