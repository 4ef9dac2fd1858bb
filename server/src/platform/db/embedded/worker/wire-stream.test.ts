import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../../../test/support/database.ts";
import { type WireBackend, type WireClient, WireStream } from "./wire-stream.ts";

/** Returns a backend that records its input. */
function fakeBackend() {
  const sent: Buffer[] = [];
  const closed: boolean[] = [];
  let client: WireClient | undefined;
  const backend: WireBackend = {
    attach: async (attached) => {
      client = attached;
      return { send: (bytes) => sent.push(Buffer.from(bytes)), close: () => closed.push(true) };
    },
  };
  return { backend, sent, closed, client: () => client };
}

const connected = (stream: WireStream) =>
  new Promise<void>((resolve) => {
    stream.once("connect", () => resolve());
    stream.connect();
  });
const next = (stream: WireStream, event: string) =>
  new Promise<unknown>((resolve) => stream.once(event, (value: unknown) => resolve(value)));

describe("the stream that replaces a socket", () => {
  test("declines encryption and forwards the startup message", async () => {
    const { backend, sent } = fakeBackend();
    const stream = new WireStream(backend);
    await connected(stream);
    const reply = next(stream, "data");
    stream.write(Buffer.from("0000000804d2162f", "hex")); // SSLRequest
    const startup = Buffer.from("0000000d000300007573657200", "hex");
    stream.write(startup);

    expect(String(await reply)).toBe("N");
    expect(sent).toEqual([startup]);
  });

  test("ends its session once when the client terminates", async () => {
    const { backend, closed } = fakeBackend();
    const stream = new WireStream(backend);
    await connected(stream);
    stream.write(Buffer.from("0000000d000300007573657200", "hex"));
    stream.write(Buffer.from("5800000004", "hex")); // Terminate
    stream.end();
    stream.resume();
    await next(stream, "close");

    expect(closed.length).toBeGreaterThan(0);
  });

  test("ends at a cancel request, which is not supported", async () => {
    const { backend, sent } = fakeBackend();
    const stream = new WireStream(backend);
    await connected(stream);
    stream.resume();
    stream.end(Buffer.from("0000001004d2162e0000000100000002", "hex")); // CancelRequest
    await next(stream, "close");

    expect(sent).toEqual([]);
  });

  test("fails with the reason if the backend is lost or refuses the session", async () => {
    const fake = fakeBackend();
    const stream = new WireStream(fake.backend);
    await connected(stream);
    const failure = next(stream, "error");
    fake.client()?.onEnd(new Error("the thread is gone"));
    expect(await failure).toEqual(new Error("the thread is gone"));

    const refused = new WireStream({ attach: () => Promise.reject(new Error("in use")) });
    const refusal = next(refused, "error");
    refused.connect();
    expect(await refusal).toEqual(new Error("in use"));
  });

  test("releases the session if the client closed before it started", async () => {
    const { backend, closed } = fakeBackend();
    const stream = new WireStream(backend);
    stream.connect();
    stream.destroy();
    await next(stream, "close");

    expect(closed).toEqual([true]);
  });
});

describe("the driver over the stream", async () => {
  const database = await freshDatabase("embedded");
  afterAll(() => database.close());
  const { knex } = database;

  test("returns the right result for each of 400 concurrent queries", async () => {
    const numbers = Array.from({ length: 400 }, (_, index) => index);
    const responses = await Promise.all(
      numbers.map(async (number) => {
        const { rows } = await knex.raw<{ rows: { number: number }[] }>("select ?::int as number", [number]);
        return rows[0]?.number;
      }),
    );
    expect(responses).toEqual(numbers);
  });

  test("transfers values and results of many megabytes", async () => {
    const value = "ä\t\\\n".repeat(2_000_000);
    const { rows } = await knex.raw<{ rows: { value: string }[] }>("select ?::text as value", [value]);
    expect(rows[0]?.value === value).toBe(true);
    const many = await knex.raw<{ rows: unknown[] }>(
      "select g, repeat('x', 100) from generate_series(1, 50000) g",
    );
    expect(many.rows).toHaveLength(50_000);
  });

  test("continues after an error in a statement, a batch and a transaction", async () => {
    await expect(knex.raw("select 1/0")).rejects.toMatchObject({ code: "22012" });
    await expect(knex.raw("select ?::int", ["no number"])).rejects.toMatchObject({ code: "22P02" });
    await expect(knex.transaction((tx) => tx.raw("select * from missing"))).rejects.toMatchObject({
      code: "42P01",
    });
    const { rows } = await knex.raw("select 1 as one");
    expect(rows).toEqual([{ one: 1 }]);
  });

  test("resets all state for each connection", async () => {
    await knex.raw("create table if not exists left_open (id int)");
    const first: Client = await knex.client.acquireConnection();
    await first.query("begin; insert into left_open values (1); set search_path = nowhere");
    await first.query({ name: "kept", text: "select 1" });
    await first.end();
    await knex.client.releaseConnection(first);

    const { rows } = await knex.raw(
      "select (select count(*) from left_open) as rows, current_setting('search_path') as path",
    );
    expect(rows).toEqual([{ rows: 0, path: "public" }]);
    const prepared = await knex.raw("select count(*) from pg_prepared_statements where name = 'kept'");
    expect(prepared.rows).toEqual([{ count: 0 }]);
  });

  test("refuses a second concurrent connection", async () => {
    await knex.raw("select 1");
    const second = new Client({ ...knex.client.connectionSettings });
    await expect(second.connect()).rejects.toThrow("The only connection of the embedded database is in use.");
  });
});
