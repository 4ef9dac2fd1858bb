import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { embeddedTemplate } from "../../../../../../test/support/database.ts";
import type { DatabaseNotice } from "../../connection/database.ts";
import { startPgliteHost } from "./pglite-host.ts";
import { unpackFolder } from "../template.ts";
import { WireStream } from "./wire-stream.ts";

/**
 * Starts a host with a new database in a folder of its own.
 *
 * @returns the host, and a function that connects to it.
 */
export async function startHost(onNotice: (notice: DatabaseNotice, folder: string) => void = () => {}) {
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
