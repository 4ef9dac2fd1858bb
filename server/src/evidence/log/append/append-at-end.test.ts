import { verifyExport } from "@assay/contract/wire/evidence-verify";
import { ed25519Jwk } from "@assay/contract/wire";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../../platform/jobs/job-harness.fixture.ts";
import type { LockedLog } from "./append-batch.ts";
import { appendAtEnd } from "./append-at-end.ts";
import { EvidenceHarness, testEvent } from "../evidence-harness.fixture.ts";
import { findLog, type LogRow } from "../../log-queries.ts";

describe.each(engines)("a log with a cached end on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  beforeEach(async () => {
    await harness.newWorkspace();
    await harness.append("a", "b", "c");
  });
  afterAll(() => harness.close());

  const end = async (): Promise<LogRow> => {
    const found = await findLog(harness.database.knex, harness.workspaceId);
    if (!found) throw new Error("The log does not exist.");
    return found;
  };
  const append = (from: LogRow, ...types: readonly string[]) =>
    appendAtEnd(harness.database, {
      workspaceId: harness.workspaceId,
      end: from,
      requests: types.map((type) => ({
        build: () => testEvent(type, { agentId: "bot", text: `"\\ ${type} é 🙂` }),
      })),
    });
  const types = async (): Promise<string[]> => (await harness.stored()).map(({ type }) => type);

  test("is appended to and verifies", async () => {
    const appended = await append(await end(), "d", "e");
    expect(appended).toMatchObject({ outcomes: [{ ok: true }, { ok: true }], end: { size: 5 } });
    expect(appended).toMatchObject({ end: await end() });
    await harness.append("f");
    expect(await types()).toEqual(["a", "b", "c", "d", "e", "f"]);
    const { publicKey } = await harness.evidence.keys.active();
    const verified = verifyExport(await harness.exported(), { keys: { keys: [ed25519Jwk(publicKey)] } });
    expect(await verified).toMatchObject({ valid: true, events: 6 });
  });

  test.each([
    ["size", (row: LogRow) => ({ ...row, size: 2, frontier: row.frontier.subarray(0, 32) })],
    ["root", (row: LogRow) => ({ ...row, root: Buffer.alloc(32) })],
    ["generation", (row: LogRow) => ({ ...row, generation: 2 })],
  ])("is not appended to if it has another %s", async (_member, other) => {
    expect(await append(other(await end()), "d")).toBe("moved");
    expect(await types()).toEqual(["a", "b", "c"]);
  });

  test("is appended to by an event that reads state", async () => {
    const build = async ({ readState }: LockedLog) => {
      const found = await readState((db) => findLog(db, harness.workspaceId));
      return testEvent(`size-${found?.size}`);
    };
    const requests = [{ build }];
    const { workspaceId } = harness;
    expect(await appendAtEnd(harness.database, { workspaceId, end: await end(), requests })).toMatchObject({
      outcomes: [{ ok: true }],
    });
    expect(await types()).toEqual(["a", "b", "c", "size-3"]);
  });

  test("must be locked for an event that reads in the transaction, has follow-up work, has a key, or is refused", async () => {
    const { workspaceId } = harness;
    const requests = [
      { build: async ({ read }: LockedLog) => testEvent(`size-${await read(async () => 3)}`) },
      { build: () => ({ ...testEvent("followed"), after: async () => {} }) },
      { build: () => testEvent("keyed"), idempotency: { key: "k", requestHash: Buffer.alloc(32) } },
      {
        build: () => {
          throw new Error("No.");
        },
      },
    ];
    for (const request of requests) {
      const appended = { workspaceId, end: await end(), requests: [request] };
      expect(await appendAtEnd(harness.database, appended)).toBeUndefined();
    }
    const event = { ...testEvent("d"), ts: 2 ** 70 };
    const outOfRange = { workspaceId, end: await end(), requests: [{ build: () => event }] };
    expect(await appendAtEnd(harness.database, outOfRange)).toBeUndefined();
    expect(await types()).toEqual(["a", "b", "c"]);
  });
});
