import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../platform/jobs/job-harness.fixture.ts";
import { eraseEvents } from "../../events/erasure-service.ts";
import { EvidenceHarness, testEvent } from "../evidence-harness.fixture.ts";
import { findEvents } from "../../events/event-queries.ts";
import { erasedUnderKey } from "@assay/contract/evidence/log/evidence-refusals";
import { formatId } from "@assay/contract/platform/ids";

const eventTables = ["events", "events_0", "events_1", "events_2", "events_3", "events_rest"];

describe.each(engines)("the database on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
    await harness.append("a", "b", "c");
    await harness.evidence.checkpoints.sign(harness.workspaceId);
  });
  afterAll(() => harness.close());

  const run = (statement: string) => harness.database.knex.raw(statement);

  test.each([
    "update events set type = 'forged'",
    "update events set data = '{}' where seq = 2",
    "update events set data = null, salt = null where seq = 2",
    "update events set leaf_hash = 'x', nodes = 'y'",
    "delete from events where seq = 3",
    "truncate events",
    "delete from events_0",
    "truncate events_0",
    "update events_0 set ts = 0",
    "update checkpoints set note = 'forged'",
    "delete from checkpoints",
    "truncate checkpoints",
    "delete from event_keys; insert into event_keys values ('00000000-0000-0000-0000-000000000000', 'k', 1, ''); delete from event_keys",
  ])("refuses: %s", async (statement) => {
    await expect(run(statement)).rejects.toThrow(/The evidence log is append only/);
    expect(await harness.stored()).toHaveLength(3);
  });

  test.each([
    "update events set type = 'forged'",
    "delete from events",
    "delete from events_0",
    ...[...eventTables, "checkpoints", "event_keys"].map((table) => `truncate ${table}`),
    "update checkpoints set note = 'forged'",
    "delete from checkpoints",
    "insert into event_keys values ('00000000-0000-0000-0000-000000000000', 'k', 1, ''); delete from event_keys",
    "insert into event_keys values ('00000000-0000-0000-0000-000000000000', 'k', 1, ''); update event_keys set seq = 2",
  ])("also refuses in a session with the replication role replica: %s", async (statement) => {
    const replicated = `begin; set local session_replication_role = replica; ${statement}; commit`;
    await expect(run(replicated)).rejects.toThrow(/append only/);
    await run("rollback");
    expect(await harness.stored()).toHaveLength(3);
  });

  test("refuses to erase events that no evidence_erased event names", async () => {
    const erase = (by: number) =>
      harness.database.knex.raw("select erase_events(?::uuid, ?::bigint[], ?::bigint)", [
        harness.workspaceId,
        [1],
        by,
      ]);
    await expect(erase(3)).rejects.toThrow(/only data that an evidence_erased event names/);
    await expect(erase(99)).rejects.toThrow(/only data that an evidence_erased event names/);
  });

  test("allows an erasure to change only data and salt of the named events", async () => {
    const [, before] = await findEvents(harness.database.knex, harness.workspaceId, [1, 2]);
    const deps = { evidence: harness.evidence, now: () => harness.instant };
    const caller = { workspaceId: harness.workspaceId, apiKeyId: harness.workspaceId };
    const id = formatId("event", before?.event_id ?? "");
    const outcome = await eraseEvents(deps, caller, { events: [id], reason: "r", key: undefined });
    expect(outcome).toMatchObject({ erased: 1, event: { seq: 4 } });
    const [first, second] = await findEvents(harness.database.knex, harness.workspaceId, [1, 2]);
    expect(second).toEqual({ ...before, data: null, salt: null, erased_by: 4 });
    expect(first?.data).toEqual({});
    await expect(
      run("update events set erased_by = null, data = '{}', salt = '' where seq = 2"),
    ).rejects.toThrow(/append only/);
    await expect(
      run("update events set data = null, salt = null, erased_by = 4 where seq = 1"),
    ).rejects.toThrow(/append only/);
  });

  test("retains nothing that would allow somebody to guess the data of an erased event", async () => {
    const { knex } = harness.database;
    const where = { workspace_id: harness.workspaceId };
    const requestHash = createHash("sha256").update("the request").digest();
    const append = (hash: Buffer) =>
      harness.evidence.writer.append(harness.workspaceId, () => testEvent("t", { name: "ann" }), {
        key: "k",
        requestHash: hash,
      });
    const { event } = await append(requestHash);
    const { salt } = await knex("events")
      .where({ ...where, seq: event.seq })
      .first("salt");
    const stored = async (): Promise<Buffer> =>
      (await knex("event_keys").where(where).first("request_hash")).request_hash;
    expect(await stored()).toEqual(createHmac("sha256", salt).update(requestHash).digest());
    const deps = { evidence: harness.evidence, now: () => harness.instant };
    const caller = { workspaceId: harness.workspaceId, apiKeyId: harness.workspaceId };
    await eraseEvents(deps, caller, { events: [event.eventId], reason: "r", key: undefined });
    const refusal = erasedUnderKey("k").message;
    await expect(append(requestHash)).rejects.toThrow(refusal);
    await expect(append(Buffer.alloc(32))).rejects.toThrow(refusal);
  });

  test("erases and logs once for concurrent requests with the same events", async () => {
    await harness.append("x", "y");
    const rows = await harness.database
      .knex("events")
      .where({ workspace_id: harness.workspaceId })
      .orderBy("seq");
    const ids = rows.slice(-2).map((row: { event_id: string }) => formatId("event", row.event_id));
    const deps = { evidence: harness.evidence, now: () => harness.instant };
    const caller = { workspaceId: harness.workspaceId, apiKeyId: harness.workspaceId };
    const erase = (events: readonly string[]) =>
      eraseEvents(deps, caller, { events, reason: "r", key: undefined });
    const outcomes = await Promise.all([erase(ids.slice(0, 1)), erase(ids), erase(ids)]);
    expect(outcomes.map(({ erased }) => erased)).toEqual([1, 1, 0]);
    const erasures = (await harness.stored()).slice(rows.length);
    expect(erasures.map(({ type }) => type)).toEqual(["evidence_erased", "evidence_erased"]);
  });

  test("does not grant the server's role the right to change or delete", async () => {
    const { rows } = await harness.database.knex.raw<{ rows: { privilege: string }[] }>(
      `select distinct a.privilege_type as privilege from pg_class c, aclexplode(c.relacl) a
       where c.relname = any(?)`,
      [[...eventTables, "checkpoints", "event_keys", "event_logs", "signing_keys"]],
    );
    const rights = rows.map(({ privilege }) => privilege);
    expect(rights).toEqual(expect.arrayContaining(["INSERT", "SELECT"]));
    for (const right of ["UPDATE", "DELETE", "TRUNCATE"]) expect(rights).not.toContain(right);
    const columns = await harness.database.knex.raw<{ rows: { name: string }[] }>(
      `select distinct c.relname || '.' || a.attname as name
       from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) g
       where c.relname in ('event_logs', 'signing_keys') and g.privilege_type = 'UPDATE' order by 1`,
    );
    // The server's database role may change only these columns. In particular, it can change neither the id
    // nor the bytes of a key, nor the workspace of a log.
    expect(columns.rows.map(({ name }) => name)).toEqual([
      "event_logs.frontier",
      "event_logs.generation",
      "event_logs.root",
      "event_logs.size",
      "signing_keys.activated_at",
      "signing_keys.retired_at",
      "signing_keys.revoked_at",
      "signing_keys.revoked_because",
      "signing_keys.status",
    ]);
  });

  test("has no trigger on the tables of the log that a session can disable", async () => {
    const { rows } = await harness.database.knex.raw<{ rows: { name: string; state: string }[] }>(
      `select c.relname || ' ' || t.tgname as name, t.tgenabled as state
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where p.proname in ('refuse_evidence_change', 'allow_erasure_only')`,
    );
    // Each table of events has three triggers; each of the other tables has two.
    expect(rows).toHaveLength(3 * eventTables.length + 4);
    expect(rows.filter(({ state }) => state !== "A")).toEqual([]);
  });

  test("refuses to delete a workspace that has a log", async () => {
    await expect(
      harness.database.knex("workspaces").where({ id: harness.workspaceId }).delete(),
    ).rejects.toThrow(/event_logs/);
  });
});
