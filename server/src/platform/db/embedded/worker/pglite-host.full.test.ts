import { renameSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { startHost } from "./pglite-host.fixture.ts";

describe("the thread of the embedded database", () => {
  test("responds to a pipeline in order, and fails only the invalid statement", async () => {
    const { connect } = await startHost();
    const client = await connect({ pipeline: true });
    const responses = await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const divisor = number === 50 ? 0 : 1;
        const query = client.query<{ response: number }>("select $1::int / $2::int as response", [
          number,
          divisor,
        ]);
        return query.then(
          ({ rows }) => rows[0]?.response,
          (error: unknown) => String(error),
        );
      }),
    );
    await client.end();
    expect(responses[50]).toContain("division by zero");
    expect(responses.toSpliced(50, 1)).toEqual(
      Array.from({ length: 100 }, (_, number) => number).toSpliced(50, 1),
    );
  });

  test("is restarted until it starts, and then serves the waiting clients", async () => {
    const notices: string[] = [];
    const { host, connect } = await startHost(({ message }, folder) => {
      notices.push(message);
      // After the loss, the files are moved away, so the first restart fails. Then they are moved back.
      if (notices.length === 1) renameSync(folder, `${folder}.away`);
      if (notices.length === 2) renameSync(`${folder}.away`, folder);
    });
    const client = await connect();
    await client.query("create table kept as select 1 as id");
    await expect(client.query("copy kept from stdin")).rejects.toThrow("unexpected EOF");
    await client.end().catch(() => {});

    const next = await connect();
    const { rows } = await next.query("select * from kept");
    await next.end();
    expect(rows).toEqual([{ id: 1 }]);
    expect(host.isReady()).toBe(true);
    expect(notices).toEqual([
      expect.stringContaining("The embedded database was lost and is restarted: "),
      "The embedded database did not start; next attempt in 0.5 s.",
    ]);
  });

  test("refuses sessions after closing", async () => {
    const { host, connect } = await startHost();
    await host.close();
    await expect(connect()).rejects.toThrow("The embedded database is closed.");
  });
});
