import { verifyExport } from "@assay/contract/wire/evidence-verify";
import { ed25519Jwk } from "@assay/contract/wire";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../../platform/jobs/job-lab.fixture.ts";
import { appendAtEnd } from "./append-at-end.ts";
import { EvidenceLab, told } from "../evidence-lab.fixture.ts";
import { findLog, type LogRow } from "../../log-queries.ts";

describe.each(engines)("a log whose end is known, on %s", (engine) => {
  let lab: EvidenceLab;
  beforeAll(async () => {
    lab = await EvidenceLab.open(engine);
  });
  beforeEach(async () => {
    await lab.newWorkspace();
    await lab.append("a", "b", "c");
  });
  afterAll(() => lab.close());

  const end = async (): Promise<LogRow> => {
    const found = await findLog(lab.database.knex, lab.workspaceId);
    if (!found) throw new Error("The log is not there.");
    return found;
  };
  const append = (from: LogRow, ...types: readonly string[]) =>
    appendAtEnd(lab.database, {
      workspaceId: lab.workspaceId,
      end: from,
      requests: types.map((type) => ({
        tell: () => told(type, { agentId: "bot", text: `"\\ ${type} é 🙂` }),
      })),
    });
  const types = async (): Promise<string[]> => (await lab.stored()).map(({ type }) => type);

  test("is appended to, and verifies", async () => {
    const appended = await append(await end(), "d", "e");
    expect(appended).toMatchObject({ outcomes: [{ ok: true }, { ok: true }], end: { size: 5 } });
    expect(appended).toMatchObject({ end: await end() });
    await lab.append("f");
    expect(await types()).toEqual(["a", "b", "c", "d", "e", "f"]);
    const { publicKey } = await lab.evidence.keys.active();
    const verified = verifyExport(await lab.exported(), { keys: { keys: [ed25519Jwk(publicKey)] } });
    expect(await verified).toMatchObject({ valid: true, events: 6 });
  });

  test.each([
    ["size", (row: LogRow) => ({ ...row, size: 2, frontier: row.frontier.subarray(0, 32) })],
    ["root", (row: LogRow) => ({ ...row, root: Buffer.alloc(32) })],
    ["generation", (row: LogRow) => ({ ...row, generation: 2 })],
  ])("is not appended to when it has another %s", async (_member, other) => {
    expect(await append(other(await end()), "d")).toBe("moved");
    expect(await types()).toEqual(["a", "b", "c"]);
  });

  test("is left to the lock by an event that asks, is followed up, has a key, or is refused", async () => {
    const { workspaceId } = lab;
    const requests = [
      { tell: async () => told("asks") },
      { tell: () => ({ ...told("followed"), after: async () => {} }) },
      { tell: () => told("keyed"), idempotency: { key: "k", requestHash: Buffer.alloc(32) } },
      {
        tell: () => {
          throw new Error("No.");
        },
      },
    ];
    for (const request of requests) {
      const asked = { workspaceId, end: await end(), requests: [request] };
      expect(await appendAtEnd(lab.database, asked)).toBeUndefined();
    }
    const asked = { ...told("d"), ts: 2 ** 70 };
    const far = { workspaceId, end: await end(), requests: [{ tell: () => asked }] };
    expect(await appendAtEnd(lab.database, far)).toBeUndefined();
    expect(await types()).toEqual(["a", "b", "c"]);
  });
});
