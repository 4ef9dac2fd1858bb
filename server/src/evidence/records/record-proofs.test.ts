import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EvidenceHarness } from "../log/evidence-harness.fixture.ts";
import { findEvents } from "../events/event-queries.ts";
import { findLog } from "../log-queries.ts";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { RecordProofs } from "./record-proofs.ts";

describe.each(engines)("proofs for records on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  beforeEach(() => harness.newWorkspace());
  afterAll(() => harness.close());

  const proveAt = async (seq: number) => {
    const { database, evidence, workspaceId } = harness;
    const [row] = await findEvents(database.knex, workspaceId, [seq]);
    if (!row) throw new Error(`Event ${seq} not found.`);
    const proofs = new RecordProofs({ knex: database.knex, checkpoints: evidence.checkpoints });
    return proofs.prove(workspaceId, row, undefined);
  };

  test("refer to a newly signed state that includes the event", async () => {
    await harness.append("a", "b", "c");
    expect(await proveAt(2)).toMatchObject({ seq: 2, index: 1, treeSize: 3 });
  });

  test("are refused for an event beyond the log's end", async () => {
    await harness.append("a");
    const end = await findLog(harness.database.knex, harness.workspaceId);
    await harness.append("b");
    // Simulates that the end of the log was restored without the events.
    await harness.database
      .knex("event_logs")
      .where({ workspace_id: harness.workspaceId })
      .update({ ...end });
    await expect(proveAt(2)).rejects.toMatchObject({ status: 409, code: "evidence_conflict" });
  });
});
