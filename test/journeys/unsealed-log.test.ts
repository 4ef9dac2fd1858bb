// The sealed record of an evidence log is lost. doctor names the log and the remedy, and the workspace is
// deleted only after the log is accepted.
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../server/src/app/start-server.ts";
import { testEvent } from "../../server/src/evidence/log/evidence-harness.fixture.ts";
import { readConfig } from "../../server/src/platform/config.ts";
import { useOperatedDatabase, withoutPostgres } from "../support/operated-database.ts";

describe.skipIf(withoutPostgres)("a log with events but without a sealed record", () => {
  const { database, location, operate: run } = useOperatedDatabase("Clinic", "Ward");

  beforeAll(async () => {
    const { deps, close } = await startServer(readConfig({ ...location(), LOG_LEVEL: "silent" }), {});
    for (const id of await database().knex("workspaces").pluck("id"))
      await deps.evidence.writer.append(id, () => testEvent("tool_call"));
    await close();
  });

  test("is named by doctor, which names the command that accepts it", async () => {
    expect((await run("doctor")).stdout).toContain("The sealed records of 2 evidence logs are in order.");
    await database()
      .knex("evidence_heads")
      .whereIn("workspace_id", database().knex("workspaces").where({ name: "Ward" }).select("id"))
      .delete();
    const { code, stdout } = await run("doctor");
    expect(code).toBe(1);
    expect(stdout).toContain(
      '1 evidence log cannot be signed, because the sealed record is missing or wrong: "Ward" (missing).',
    );
    expect(stdout).toContain('`assay-server evidence accept --workspace "Ward" --reason …`');
  });

  test("is not deleted with its workspace until it is accepted", async () => {
    const refused = await run("workspace", "delete", "Ward", "--confirm", "Ward");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("evidence accept")]);
    expect(await database().knex("workspaces").pluck("name")).toContain("Ward");
    expect((await run("evidence", "accept", "--workspace", "Ward", "--reason", "Lost.")).code).toBe(0);
    expect((await run("doctor")).stdout).toContain("The sealed records of 2 evidence logs are in order.");
    // The log can be signed, so the next step of the command is reached.
    const { stderr } = await run("workspace", "delete", "Ward", "--confirm", "Ward");
    expect(stderr).toContain("DATABASE_ADMIN_URL is required");
  });
});
