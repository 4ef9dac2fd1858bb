import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { logDamaged, logEndLost } from "@assay/contract/evidence/log/evidence-refusals";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { EvidenceHarness } from "./evidence-harness.fixture.ts";
import { findProvableLog } from "./provable-log.ts";
import { proveConsistency, proveInclusion } from "@assay/contract/evidence/log/log-proofs";

describe.each(engines)("a damaged log on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  beforeEach(async () => {
    await harness.newWorkspace();
    await harness.append("a", "b", "c", "d", "e");
  });
  afterAll(() => harness.close());

  const inclusion = (seq: number) =>
    provable()
      .then((log) => proveInclusion(log, { seq }))
      .catch((error: unknown) => error);
  const consistency = (first: number, second?: number) =>
    provable()
      .then((log) => proveConsistency(log, { first, second }))
      .catch((error: unknown) => error);
  const provable = () =>
    findProvableLog(
      { knex: harness.database.knex, checkpoints: harness.evidence.checkpoints },
      harness.workspaceId,
    );
  /** Damages events in a way that only a superuser can. */
  const damage = async (statement: string): Promise<void> => {
    const { knex } = harness.database;
    await knex.raw("alter table events_0 disable trigger all");
    await knex.raw(statement.replace("$1", `'${harness.workspaceId}'`));
    await knex.raw("alter table events_0 enable trigger all");
    await knex.raw(
      "alter table events_0 enable always trigger events_append_only; alter table events_0 enable always trigger events_keep",
    );
  };
  const damaged = (first: number, last: number) =>
    expect.objectContaining(refusalOf(logDamaged({ first, last })));
  const refusalOf = ({ code, message }: { code: string; message: string }) => ({ code, message });

  test("without one of its events refuses proofs and names the event", async () => {
    await damage("delete from events where workspace_id = $1 and seq = 3");
    expect(await inclusion(3)).toEqual(damaged(3, 3));
    // The proof for the neighboring event also needs the damaged one.
    expect(await inclusion(4)).toEqual(damaged(3, 3));
    expect(await consistency(3)).toEqual(damaged(3, 3));
  });

  test.each(["''", "substr(nodes, 1, 31)"])("with tree nodes as %s refuses proofs", async (nodes) => {
    await damage(`update events set nodes = ${nodes} where workspace_id = $1`);
    // In a log with 5 events, both proofs need the node above events 3 and 4.
    expect(await inclusion(1)).toEqual(damaged(3, 4));
    expect(await consistency(2)).toEqual(damaged(3, 4));
  });

  test("without events refuses proofs", async () => {
    await damage("delete from events where workspace_id = $1");
    expect(await inclusion(1)).toMatchObject({ code: "evidence_conflict" });
    expect(await consistency(2, 4)).toMatchObject({ code: "evidence_conflict" });
  });

  test("without its end refuses proofs and signatures, even if nothing was signed before", async () => {
    await harness.database.knex("event_logs").where({ workspace_id: harness.workspaceId }).delete();
    const lost = expect.objectContaining(refusalOf(logEndLost()));
    expect(await inclusion(1)).toEqual(lost);
    expect(await consistency(1)).toEqual(lost);
    const { checkpoints } = harness.evidence;
    expect(await checkpoints.sign(harness.workspaceId).catch((error: unknown) => error)).toEqual(lost);
    expect(await harness.exported().catch((error: unknown) => error)).toEqual(lost);
    await expect(harness.append("another")).rejects.toMatchObject({ status: 503 });
    expect(await harness.stored()).toHaveLength(5);
  });
});
