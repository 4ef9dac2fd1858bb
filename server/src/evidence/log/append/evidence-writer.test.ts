import { createHash } from "node:crypto";
import { ApiError } from "@assay/contract/platform/errors";
import { verifyExport } from "@assay/contract/wire/evidence-verify";
import { ed25519Jwk } from "@assay/contract/wire";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../../platform/jobs/job-harness.fixture.ts";
import type { AppendedEvent } from "./append-batch.ts";
import { EvidenceHarness, told } from "../evidence-harness.fixture.ts";

const keyOf = (key: string, body: string) => ({
  key,
  requestHash: createHash("sha256").update(body).digest(),
});

/** Verifies the whole log from outside. */
async function verified(harness: EvidenceHarness) {
  const { publicKey } = await harness.evidence.keys.active();
  return verifyExport(await harness.exported(), { keys: { keys: [ed25519Jwk(publicKey)] } });
}

const seqOf = ({ event }: AppendedEvent): number => event.seq;

describe.each(engines)("the writer on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  beforeEach(() => harness.newWorkspace());
  afterAll(() => harness.close());

  const append = (type: string) => harness.evidence.writer.append(harness.workspaceId, () => told(type));

  test("appends what comes at once in the order it came, without a gap, in few transactions", async () => {
    const appended = await Promise.all(Array.from({ length: 1000 }, (_, index) => append(`t${index}`)));
    expect(appended.map(seqOf)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect((await harness.stored()).map(({ type }) => type)).toEqual(
      Array.from({ length: 1000 }, (_, index) => `t${index}`),
    );
    // 512 and 488 in one each.
    expect(await commits(harness)).toBe(2);
    expect(await verified(harness)).toMatchObject({ valid: true, events: 1000 });
  });

  test("lets an event that is refused take no place and nobody with it", async () => {
    const { writer } = harness.evidence;
    const refusal = new ApiError("conflict", "No.");
    const outcomes = await Promise.allSettled([
      append("a"),
      writer.append(harness.workspaceId, () => {
        throw refusal;
      }),
      append("b"),
      writer.append(harness.workspaceId, () => told("nul\u0000")),
      writer.append(harness.workspaceId, () => told("lone", { text: "\ud800" })),
      writer.append(harness.workspaceId, () => told("far", { n: Number.NaN })),
      append("c"),
    ]);
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(outcomes[1]).toMatchObject({ reason: refusal });
    expect(await harness.stored()).toEqual([
      { seq: 1, type: "a" },
      { seq: 2, type: "b" },
      { seq: 3, type: "c" },
    ]);
  });

  test("lets an event that the database refuses take nobody with it", async () => {
    const far = { ...told("far"), ts: 2 ** 70 };
    const outcomes = await Promise.allSettled([
      append("a"),
      harness.evidence.writer.append(harness.workspaceId, () => far),
      append("b"),
      append("c"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { code: "unavailable" } });
    expect((await harness.stored()).map(({ type }) => type)).toEqual(["a", "b", "c"]);
    expect(await verified(harness)).toMatchObject({ valid: true, events: 3 });
  });

  test("lets an event depend on what is read under the lock: a budget is never overdrawn", async () => {
    const { knex } = harness.database;
    const table = `budget_${engine}`;
    await knex.raw(`create table ${table} (left_over integer not null)`);
    await knex(table).insert({ left_over: 5 });
    const reserve = () =>
      harness.evidence.writer.append(harness.workspaceId, async ({ query }) => {
        const left = await query(async (tx) => {
          const row: { left_over: number } | undefined = await tx(table).first();
          await tx(table).update({ left_over: (row?.left_over ?? 0) - 1 });
          return row?.left_over ?? 0;
        });
        if (left <= 0) throw new ApiError("conflict", "The budget is used up.");
        return told("reserved", { left });
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, reserve));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    // Those that were refused have taken nothing.
    expect(await knex(table).first()).toEqual({ left_over: 0 });
    expect(await harness.stored()).toHaveLength(5);
  });

  test("undoes what an event wrote whose query the database refused, and nothing beside it", async () => {
    const { writer } = harness.evidence;
    const outcomes = await Promise.allSettled([
      append("a"),
      writer.append(harness.workspaceId, async ({ query }) => {
        await query((tx) => tx.raw("select 1 / 0"));
        return told("never");
      }),
      append("b"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await harness.stored()).map(({ type }) => type)).toEqual(["a", "b"]);
  });

  test("lets an event whose follow-up fails take nobody with it", async () => {
    const refusal = new ApiError("conflict", "No.");
    const outcomes = await Promise.allSettled([
      append("a"),
      harness.evidence.writer.append(harness.workspaceId, () => ({
        ...told("never"),
        after: async () => {
          throw refusal;
        },
      })),
      append("b"),
      append("c"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: refusal });
    expect((await harness.stored()).map(({ type }) => type)).toEqual(["a", "b", "c"]);
  });

  test("appends once what comes twice under one key, in one batch or later", async () => {
    const { writer } = harness.evidence;
    const send = (body: string) => writer.append(harness.workspaceId, () => told(body), keyOf("k", body));
    const [first, second] = await Promise.all([send("a"), send("a")]);
    expect([first.replayed, second.replayed]).toEqual([false, true]);
    expect(second.event).toEqual(first.event);
    expect(await send("a")).toEqual({ event: first.event, replayed: true });
    await expect(send("b")).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(await harness.stored()).toHaveLength(1);
  });

  test("keeps logs of workspaces apart", async () => {
    await append("a");
    const first = harness.workspaceId;
    await harness.newWorkspace();
    expect(seqOf(await append("b"))).toBe(1);
    expect(await harness.evidence.checkpoints.sign(first)).toMatchObject({ size: 1 });
  });

  test("tells those beyond 10,000 that wait to come again", async () => {
    const held = harness.evidence.writer.append(harness.workspaceId, async () => told("first"));
    const waiting = Array.from({ length: 9_999 }, () => append("t").catch(() => "refused"));
    await expect(append("one too many")).rejects.toMatchObject({
      code: "unavailable",
      headers: { "Retry-After": "1" },
    });
    await held;
    await Promise.all(waiting);
    expect(await harness.stored()).toHaveLength(10_000);
  });

  test("answers 503 while the database cannot be written to, and goes on afterwards", async () => {
    await append("a");
    const { knex } = harness.database;
    await knex.raw("alter table event_logs rename to event_logs_away");
    try {
      await expect(append("b")).rejects.toMatchObject({ code: "unavailable" });
    } finally {
      await knex.raw("alter table event_logs_away rename to event_logs");
    }
    expect(seqOf(await append("c"))).toBe(2);
  });
});

describe.skipIf(!engines.includes("postgres"))("several processes on one Postgres", () => {
  test("append to one log without a gap, a double or a fork", async () => {
    const harness = await EvidenceHarness.open("postgres");
    const others = [await harness.otherProcess(), await harness.otherProcess()];
    const { workspaceId } = harness;
    try {
      const logs = [harness.evidence, ...others.map(({ evidence }) => evidence)];
      const logOf = (index: number) => logs[index % 3] ?? harness.evidence;
      const appended = await Promise.all(
        Array.from({ length: 900 }, (_, index) =>
          logOf(index).writer.append(workspaceId, () => told(`process ${index % 3}`), keyOf(`${index}`, "")),
        ),
      );
      const places = appended.map(seqOf).toSorted((one, other) => one - other);
      expect(places).toEqual(Array.from({ length: 900 }, (_, index) => index + 1));
      expect(await verified(harness)).toMatchObject({ valid: true, events: 900 });
      // The same key through another process is the same event.
      const again = await others[0]?.evidence.writer.append(workspaceId, () => told("x"), keyOf("2", ""));
      expect(again).toMatchObject({ replayed: true, event: { type: "process 2" } });
    } finally {
      for (const { close } of others) await close();
      await harness.close();
    }
  });

  test("hear of each other's events within a poll", async () => {
    const harness = await EvidenceHarness.open("postgres");
    const other = await harness.otherProcess();
    const { feed } = harness.evidence;
    try {
      await harness.append("a");
      const grown = new Promise<void>((resolve) => {
        feed.follow(harness.workspaceId, () => {
          if (feed.hasGrown(harness.workspaceId, 1)) resolve();
        });
      });
      await other.evidence.writer.append(harness.workspaceId, () => told("b"));
      await grown;
    } finally {
      await other.close();
      await harness.close();
    }
  });
});

/** In how many transactions the events of the harness's workspace were written. */
async function commits({ database, workspaceId }: EvidenceHarness): Promise<number> {
  const { rows } = await database.knex.raw<{ rows: { count: number }[] }>(
    "select count(distinct xmin::text)::int as count from events where workspace_id = ?",
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}
