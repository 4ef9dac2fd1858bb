// Someone with the database password forges the evidence log and deletes all checkpoints. The server refuses
// to read the log until the operator accepts it.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startServer } from "../../server/src/app/start-server.ts";
import { createEvidenceLog } from "../../server/src/evidence/log/evidence-log.ts";
import { testEvent } from "../../server/src/evidence/log/evidence-harness.fixture.ts";
import { readConfig } from "../../server/src/platform/config.ts";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { createLogger, standardError } from "../../server/src/platform/log.ts";
import { newId } from "../../server/src/platform/new-id.ts";
import { newSecret } from "../../server/src/platform/secrets/api-key-secret.ts";
import { parseKeyring } from "../../server/src/platform/secrets/keyring.ts";
import { SecretBox } from "../../server/src/platform/secrets/secret-box.ts";
import { freshDatabase } from "../support/database.ts";
import { operate } from "../support/operate.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const withoutPostgres = (await postgresUrl()) === null;
const secretKeys = `1:${Buffer.alloc(32, 7).toString("base64")}`;

describe.skipIf(withoutPostgres)("a forged log on Postgres", () => {
  let database: Database;
  let location: Record<string, string>;
  const apiKey = newSecret();
  beforeEach(async () => {
    database = await freshDatabase("postgres");
    location = { DATABASE_URL: database.url ?? "", ASSAY_SECRET_KEYS: secretKeys, PORT: "0" };
  });
  afterEach(() => database.close());

  /** Sends requests to a server that starts now, without a witness, and returns the status and body of each. */
  async function ask(...requests: (readonly [path: string, body?: unknown])[]) {
    const config = readConfig({ ...location, LOG_LEVEL: "silent", ASSAY_BOOTSTRAP_API_KEY: apiKey });
    const server = await startServer(config, {}, { withWorker: false });
    try {
      const answers: { status: number; text: string }[] = [];
      for (const [path, body] of requests) {
        const response = await fetch(`${server.url}${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        answers.push({ status: response.status, text: await response.text() });
      }
      return answers;
    } finally {
      await server.close();
    }
  }
  const reads = [
    ["/api/evidence/checkpoint"],
    ["/api/evidence/export"],
    ["/api/evidence/proof/inclusion?seq=1"],
    ["/api/evidence/proof/consistency?first=1"],
  ] as const;
  const event = { type: "tool_call", ts: 1, data: {} };

  /** Deletes the log of the only workspace and its checkpoints, and writes a new log with another event. */
  async function forge(): Promise<void> {
    const { knex } = database;
    const [workspace] = await knex("workspaces").select("id");
    for (const table of ["events_0", "checkpoints"]) {
      await knex.raw(`alter table ${table} disable trigger all`);
      await knex(table).delete();
    }
    await knex("event_logs").delete();
    const keys = parseKeyring(secretKeys);
    if (!keys) throw new Error("The keys are valid.");
    const evidence = createEvidenceLog({
      database,
      secrets: new SecretBox(knex, keys),
      now: () => new Date(),
      newId,
      log: createLogger("silent", standardError()),
      witnessDir: undefined,
    });
    await evidence.writer.append(workspace.id, () => testEvent("forged"));
    await evidence.close();
  }

  test("is not signed by a server that starts without a witness, until the operator accepts it", async () => {
    const before = await ask(["/api/events", event], ["/api/events", event], ...reads);
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const good = await operate(["evidence", "status"], location);
    expect([good.code, good.stdout]).toEqual([
      0,
      expect.stringMatching(/2 events .*\nwarning: ASSAY_WITNESS_DIR is not set: .* Set ASSAY_WITNESS_DIR/),
    ]);

    await forge();
    for (const { status, text } of await ask(...reads))
      expect([status, JSON.parse(text)]).toMatchObject([
        409,
        { code: "evidence_conflict", detail: expect.stringContaining("signed checkpoint (2 events, root ") },
      ]);
    expect(await database.knex("checkpoints")).toEqual([]);
    expect((await operate(["evidence", "status"], location)).code).toBe(1);

    expect((await operate(["evidence", "accept", "--reason", " "], location)).code).toBe(2);
    const accepted = await operate(["evidence", "accept", "--reason", "A drill."], location);
    expect([accepted.code, accepted.stdout]).toEqual([
      0,
      'Evidence log of "default" accepted: event 2 records the acceptance.\n',
    ]);
    const again = await operate(["evidence", "accept", "--reason", "A drill."], location);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("there is nothing to accept")]);
    const after = await ask(["/api/events?type=evidence_accepted"], ...reads);
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(JSON.parse(after[0]?.text ?? "")).toMatchObject({
      events: [{ seq: 2, origin: "server", data: { reason: "A drill.", record: "contradicted" } }],
    });
  });

  test("is not signed with a deleted record, which doctor and status report with the remedy", async () => {
    await ask(["/api/events", event], ...reads);
    await database.knex("evidence_heads").delete();
    const [refused] = await ask(...reads);
    expect([refused?.status, refused?.text]).toEqual([
      409,
      expect.stringContaining("run assay-server evidence accept --workspace W --reason R"),
    ]);
    const status = await operate(["evidence", "status"], location);
    expect([status.code, status.stdout]).toEqual([
      1,
      expect.stringContaining("A sealed record of the last checkpoint is required"),
    ]);
    const { stdout } = await operate(["doctor"], location);
    expect(stdout).toMatch(/^warn {2}evidence +ASSAY_WITNESS_DIR is not set: .*\n +→ Set ASSAY_WITNESS_DIR/m);
  });

  test("is sealed again by rotate, so that the old key can be removed", async () => {
    await ask(["/api/events", event], ...reads);
    const newKey = `2:${Buffer.alloc(32, 8).toString("base64")}`;
    const both = { ...location, ASSAY_SECRET_KEYS: `${newKey},${secretKeys}` };
    expect((await operate(["rotate"], both)).code).toBe(0);
    const only = { ...location, ASSAY_SECRET_KEYS: newKey };
    expect(await operate(["evidence", "status"], only)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 event "),
    });
    await database.knex("evidence_heads").update({ size: 9 });
    const altered = await operate(["rotate"], { ...only, ASSAY_SECRET_KEYS: `${secretKeys},${newKey}` });
    expect(altered.stdout).toContain("The sealed records of 1 evidence log were altered");
    expect((await operate(["evidence", "status"], location)).code).toBe(1);
  });
});
