import { Writable } from "node:stream";
import { pino } from "pino";
import { startTestServer, type TestServer } from "../../../test/support/server.ts";

/** A server on the embedded database of which a test sees whatever it says. */
export interface WatchedServer {
  server: TestServer;
  /** Everything that was logged, at every level, by a logger that hides nothing. */
  logged: () => string;
  /** Everything that was answered, headers included. */
  answers: string[];
  /** Sends a request with the key of a workspace of its own; a text goes as it is. */
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; text: string }>;
}

/** Starts one; `server.close` ends it. */
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
