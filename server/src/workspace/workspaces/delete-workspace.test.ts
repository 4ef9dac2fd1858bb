import { escapeIdentifier } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../platform/db/connection/connect.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { EvidenceHarness } from "../../evidence/log/evidence-harness.fixture.ts";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { listTables } from "../../platform/db/table-list.ts";
import { deleteWorkspace } from "./delete-workspace.ts";

describe.each(engines)("deleting a workspace on %s", (engine) => {
  let harness: EvidenceHarness;
  let otherWorkspace = "";
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
    otherWorkspace = harness.workspaceId;
    await fillWorkspace(harness);
    await harness.newWorkspace();
    await fillWorkspace(harness);
  });
  afterAll(() => harness.close());

  const rowsOf = async (workspaceId: string): Promise<number> => {
    let count = 0;
    for (const { name, ofWorkspace } of await listTables(harness.database.knex)) {
      if (!ofWorkspace) continue;
      const found = await harness.database
        .knex(name)
        .where({ workspace_id: workspaceId })
        .count({ n: "*" })
        .first();
      count += Number(found?.["n"]);
    }
    return count;
  };

  test("deletes all its rows, including its evidence, and none of another workspace", async () => {
    const [workspaceId, before] = [harness.workspaceId, await rowsOf(otherWorkspace)];
    expect(await rowsOf(workspaceId)).toBe(before);
    const { rows } = await deleteWorkspace(harness.database, workspaceId);
    expect(rows).toBe(before + 1);
    expect(await rowsOf(workspaceId)).toBe(0);
    expect(await rowsOf(otherWorkspace)).toBe(before);
    expect(await harness.database.knex("workspaces").pluck("id")).toEqual([otherWorkspace]);
  });

  test("leaves the log append-only", async () => {
    for (const statement of [
      "delete from events",
      "delete from events_0",
      "update events set type = 'forged'",
      "delete from checkpoints",
      "begin; set local session_replication_role = replica; delete from events; commit",
    ]) {
      await expect(harness.database.knex.raw(statement)).rejects.toThrow(/append only/);
      await harness.database.knex.raw("rollback");
    }
    await expect(harness.database.knex.raw("delete from review_revisions")).resolves.toBeDefined();
    const { rows } = await harness.database.knex.raw<{ rows: { privilege: string }[] }>(
      `select distinct a.privilege_type as privilege from pg_class c, aclexplode(c.relacl) a
       where c.relname in ('events', 'checkpoints', 'event_keys')`,
    );
    expect(rows.map(({ privilege }) => privilege)).not.toContain("DELETE");
  });

  test.skipIf(engine === "embedded")("is refused to a role that may not alter the tables", async () => {
    const role = `assay_server_${process.pid}`;
    const { knex, url } = harness.database;
    await knex.raw(`create role ${escapeIdentifier(role)} login password 'p'`);
    await knex.raw(
      `grant select, insert, update, delete on all tables in schema public to ${escapeIdentifier(role)}`,
    );
    const address = new URL(url ?? "");
    address.username = role;
    address.password = "p";
    let server: Database | undefined;
    try {
      server = await openDatabase({ url: address.href });
      await expect(deleteWorkspace(server, otherWorkspace)).rejects.toThrow(
        /is not permitted to alter the tables\. It must own them/,
      );
      expect(await harness.database.knex("workspaces").pluck("id")).toEqual([otherWorkspace]);
    } finally {
      await server?.close();
      await knex.raw(`drop owned by ${escapeIdentifier(role)}; drop role ${escapeIdentifier(role)}`);
    }
  });
});

async function fillWorkspace(harness: EvidenceHarness): Promise<void> {
  const { workspaceId: workspace_id, instant: created_at } = harness;
  const own = { workspace_id, id: workspace_id, created_at };
  await inTransaction(harness.database, async (tx) => {
    await tx("projects").insert({ ...own, name: "p" });
    await tx("datasets").insert({ ...own, project_id: own.id, name: "d", updated_at: created_at });
    await tx("models").insert({ ...own, name: "m", version: "1", metadata: "{}" });
  });
  await harness.append("a", "b", "c");
  await harness.evidence.checkpoints.sign(workspace_id);
}
