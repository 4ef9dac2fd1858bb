import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { useServer } from "../support/file-server.ts";

const server = useServer();

/**
 * Opens a connection and sends the head of a request. Then sends what `more` writes, until the server closes
 * the connection.
 */
async function send(
  head: string[],
  more: (socket: Socket) => void,
): Promise<{ text: string; ended: boolean }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const closed = new Promise<boolean>((resolve) => {
    // The server may reset a connection if it does not read the body.
    socket.once("error", () => resolve(true));
    socket.once("close", () => resolve(true));
  });
  socket.write([...head, server.authorization, "Host: test", "", ""].join("\r\n"));
  more(socket);
  return { ended: await closed, text };
}

const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;

function flood(socket: Socket): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", write);
  write();
}

describe("a body that is too long", () => {
  test("and does not end gets 413 during the upload, and its connection is closed", async () => {
    const head = [
      "POST /v1/projects HTTP/1.1",
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
    ];
    const { text } = await send(head, flood);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"code":"payload_too_large"');
  });

  test("according to its Content-Length is refused before it is sent", async () => {
    const head = ["POST /v1/projects HTTP/1.1", "Content-Type: application/json", "Content-Length: 31457280"];
    const { text } = await send(head, () => {});
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("on an unknown path is not read to its end", async () => {
    const { text } = await send(["POST /v1/nothing HTTP/1.1", "Transfer-Encoding: chunked"], flood);
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
  });
});

/** Sends a complete request and reads the response only afterwards, as simple clients do. */
async function sendWholeFirst(head: string[], body: Buffer): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  let text = "";
  let failure: Error | undefined;
  socket.on("data", (piece: Buffer) => (text += piece.toString()));
  socket.on("error", (error) => (failure = error));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const lines = [...head, `Content-Length: ${body.length}`, "Host: test", "Connection: close", "", ""];
  socket.write(lines.join("\r\n"));
  socket.write(body, () => socket.resume());
  await closed;
  if (failure) throw failure;
  return text;
}

describe("a refusal reaches a client that sends all of its body first", () => {
  const mebibytes = (count: number, begin = ""): Buffer =>
    Buffer.concat([Buffer.from(begin), Buffer.alloc(count * 1024 * 1024, "1,2\r\n")]);
  const post = async (path: string, name: string, more = {}): Promise<string> => {
    const headers = { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" };
    const body = JSON.stringify({ name, ...more });
    const answer = await fetch(server.url + path, { method: "POST", headers, body });
    return ((await answer.json()) as { id: string }).id;
  };

  test.each([
    ["of a table with an invalid header row", 400, "text/csv", mebibytes(8, "id,nonsense\r\n"), true],
    ["of an invalid array", 400, "application/json", mebibytes(8, "x"), true],
    ["of an unsupported type", 415, "image/png", mebibytes(8), true],
    ["of an unknown key", 401, "text/csv", mebibytes(8), false],
  ])("%s: %i", async (_what, status, type, body, known) => {
    const project = await post("/v1/projects", "Refused");
    const dataset = await post("/v1/datasets", "Refused", { project });
    const text = await sendWholeFirst(
      [
        `POST /v1/datasets/${dataset}/samples/import HTTP/1.1`,
        `Content-Type: ${type}`,
        `Authorization: Bearer ${known ? server.apiKey : "assay_live_unknown"}`,
      ],
      body,
    );
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toContain(`"status":${status}`);
  });

  test("that sends its last part while the server is blocked", async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const ended = once(socket, "close");
    socket.write(
      ["POST /v1/projects HTTP/1.1", "Host: test", "Content-Length: 2000", "Connection: close", "", "x"].join(
        "\r\n",
      ),
    );
    const [answer]: unknown[] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    socket.write("x".repeat(1999));
    // This call blocks the process, which contains the server, for longer than the time limit for idle
    // clients.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
    // The value of the event would be true if the connection had broken.
    expect(await ended).toEqual([false]);
  });

  test("of a JSON body that is too long: 413", async () => {
    const head = ["POST /v1/projects HTTP/1.1", "Content-Type: application/json", server.authorization];
    expect(await sendWholeFirst(head, mebibytes(24))).toMatch(/^HTTP\/1\.1 413 /);
  });
});

test("a client that disconnects during an import leaves no data", async () => {
  const rows = `${JSON.stringify({ input: "x".repeat(200) })}\n`.repeat(4000);
  const key = { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" };
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(server.url + path, {
      method: "POST",
      headers: key,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { id: string };
  };
  const project = await post("/v1/projects", { name: "Gone" });
  const dataset = await post("/v1/datasets", { name: "Gone", project: project.id });
  const head = [
    `POST /v1/datasets/${dataset.id}/samples/import HTTP/1.1`,
    "Content-Type: application/x-ndjson",
    "Content-Length: 100000000",
  ];
  await send(head, (socket) => socket.write(rows, () => socket.destroy()));
  await expect
    .poll(() => server.deps.database.knex("staged_samples").count({ count: "*" }).first())
    .toEqual({ count: 0 });
  expect(await server.deps.database.knex("samples").where({}).first("id")).toBeUndefined();
});
