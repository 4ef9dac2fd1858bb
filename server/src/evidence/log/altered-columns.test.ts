import { verifyExport, verifyInclusion } from "@assay/contract/wire/evidence-verify";
import { ed25519Jwk } from "@assay/contract/wire";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { EvidenceHarness, testEvent } from "./evidence-harness.fixture.ts";
import { findProvableLog } from "./provable-log.ts";
import { proveInclusion } from "@assay/contract/evidence/log/log-proofs";

describe.each(engines)("an alteration of the database on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  beforeEach(async () => {
    await harness.newWorkspace();
    for (const step of [1, 2, 3, 4])
      await harness.evidence.writer.append(harness.workspaceId, () =>
        testEvent("step", { agentId: "bot", step }),
      );
  });
  afterAll(() => harness.close());

  /** Alters events in a way that a superuser can, but the server's own role cannot. */
  async function alter(change: string): Promise<void> {
    const { knex } = harness.database;
    const triggers = (what: string) =>
      ["append_only", "keep"].map((name) => `alter table events_0 ${what} trigger events_${name};`).join("");
    await knex.raw(triggers("disable"));
    await knex.raw(`${change} where workspace_id = ? and seq = 2`, [harness.workspaceId]);
    await knex.raw(triggers("enable always"));
  }

  async function audited() {
    const { publicKey } = await harness.evidence.keys.active();
    return verifyExport(await harness.exported(), { keys: { keys: [ed25519Jwk(publicKey)] } });
  }

  test.each([
    ["update events_0 set event_id = gen_random_uuid()", "id_altered"],
    ["update events_0 set ts = ts + 1", "event_altered"],
    ["update events_0 set received_at = received_at + 1", "event_altered"],
    ["update events_0 set session = 'another'", "event_altered"],
    ["update events_0 set type = 'another'", "event_altered"],
    ["update events_0 set origin = 'server'", "event_altered"],
    ['update events_0 set data = \'{"agentId":"bot","step":7}\'', "data_altered"],
    ["update events_0 set salt = sha256(salt)", "data_altered"],
    ["update events_0 set data_commit = sha256(data_commit)", "data_altered"],
    ["update events_0 set leaf_hash = sha256(leaf_hash)", "event_altered"],
    ["update events_0 set data = null, salt = null, erased_by = 4", "erasure_unproven"],
  ])("is detected, and the event is named: %s", async (change, code) => {
    await alter(change);
    const report = await audited();
    expect(report.valid).toBe(false);
    expect(report.problems[0]).toMatchObject({ code, seq: 2, line: 2 });
    // The report names no other event; the remaining problems concern the whole log.
    expect(report.problems.slice(1).map(({ seq }) => seq)).toEqual(report.problems.slice(1).map(() => null));
  });

  test("that deletes or moves an event is detected", async () => {
    await alter("delete from events_0");
    expect((await audited()).problems[0]).toMatchObject({ code: "seq_wrong", seq: 3 });
    await harness.newWorkspace();
    await harness.append("a", "b", "c");
    await alter("update events_0 set seq = 9");
    expect((await audited()).valid).toBe(false);
  });

  test("of tree nodes makes proofs invalid", async () => {
    const { checkpoints, keys } = harness.evidence;
    const trusted = { keys: { keys: [ed25519Jwk((await keys.active()).publicKey)] } };
    const proof = async (seq: number) =>
      verifyInclusion(
        await proveInclusion(
          await findProvableLog({ knex: harness.database.knex, checkpoints }, harness.workspaceId),
          { seq },
        ),
        trusted,
      );
    expect(await proof(3)).toMatchObject({ valid: true });
    await alter("update events_0 set nodes = sha256(nodes)");
    expect(await proof(3)).toMatchObject({ valid: false, code: "inclusion_invalid" });
    // The audited log itself is unchanged.
    expect(await audited()).toMatchObject({ valid: true, events: 4 });
  });
});
