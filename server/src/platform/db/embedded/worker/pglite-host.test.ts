import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { embeddedTemplate } from "../../../../../../test/support/database.ts";
import type { DatabaseNotice } from "../../connection/database.ts";
import { startPgliteHost } from "./pglite-host.ts";
import { unpackFolder } from "../template.ts";
import { WireStream } from "./wire-stream.ts";

async function startHost(onNotice: (notice: DatabaseNotice, folder: string) => void = () => {}) {
  const scratch = mkdtempSync(join(tmpdir(), "assay-host-"));
  const folder = join(scratch, "postgres");
  unpackFolder(embeddedTemplate, folder);
  const host = await startPgliteHost({
    folder,
    create: false,
    durable: false,
    onNotice: (notice) => onNotice(notice, folder),
  });
  onTestFinished(async () => {
    await host.close();
    rmSync(scratch, { recursive: true, force: true });
  });
  const connect = async (options: { pipeline?: boolean } = {}) => {
    const client = new Client({
      user: "postgres",
      database: "postgres",
      ssl: false,
      stream: () => new WireStream(host),
      ...options,
    });
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  return { host, connect };
}

describe("the thread of the embedded database", () => {
  test("answers a pipeline in order, and fails only the statement that is wrong", async () => {
    const { connect } = await startHost();
    const client = await connect({ pipeline: true });
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const divisor = number === 50 ? 0 : 1;
        const query = client.query<{ answer: number }>("select $1::int / $2::int as answer", [
          number,
          divisor,
        ]);
        return query.then(
          ({ rows }) => rows[0]?.answer,
          (error: unknown) => String(error),
        );
      }),
    );
    await client.end();
    expect(answers[50]).toContain("division by zero");
    expect(answers.toSpliced(50, 1)).toEqual(
      Array.from({ length: 100 }, (_, number) => number).toSpliced(50, 1),
    );
  });

  test("takes one connection after another, each as good as new", async () => {
    const { connect } = await startHost();
    const first = await connect();
    await first.query("create temp table mine (id int); set statement_timeout = 1234");
    await first.end();
    const second = await connect();
    const { rows } = await second.query(
      "select to_regclass('mine') as mine, current_setting('statement_timeout') as timeout",
    );
    await second.end();
    expect(rows).toEqual([{ mine: null, timeout: "0" }]);
  });

  test("is tried again until it starts, and those who wait for it are served then", async () => {
    const notices: string[] = [];
    const { host, connect } = await startHost(({ message }, folder) => {
      notices.push(message);
      // Lost: its files are gone too. The start that follows fails, and then they are back.
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
      expect.stringContaining("The embedded database was lost and is started again: "),
      "The embedded database does not start; next try in 0.5 s.",
    ]);
  });

  test("takes nobody when it is closed", async () => {
    const { host, connect } = await startHost();
    await host.close();
    await expect(connect()).rejects.toThrow("The embedded database is closed.");
  });
});
