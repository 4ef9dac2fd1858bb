import { createHash } from "node:crypto";
import { ApiError } from "@assay/contract/platform/errors";
import { verifyExport } from "@assay/contract/wire/evidence-verify";
import { ed25519Jwk } from "@assay/contract/wire";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../../platform/jobs/job-harness.fixture.ts";
import type { AppendedEvent } from "./append-batch.ts";
import { EvidenceHarness, testEvent } from "../evidence-harness.fixture.ts";

const keyOf = (key: string, body: string) => ({
  key,
  requestHash: createHash("sha256").update(body).digest(),
});

/** Verifies the exported log of a harness. */
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

  const append = (type: string) => harness.evidence.writer.append(harness.workspaceId, () => testEvent(type));

  test("appends concurrent events in order, without a gap, in few transactions", async () => {
    const appended = await Promise.all(Array.from({ length: 1000 }, (_, index) => append(`t${index}`)));
    expect(appended.map(seqOf)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect((await harness.stored()).map(({ type }) => type)).toEqual(
      Array.from({ length: 1000 }, (_, index) => `t${index}`),
    );
    // The events are written in two batches, of 512 and 488 events.
    expect(await commits(harness)).toBe(2);
    expect(await verified(harness)).toMatchObject({ valid: true, events: 1000 });
  });

  test("appends the other events if one is refused, without a gap", async () => {
    const { writer } = harness.evidence;
    const refusal = new ApiError("conflict", "No.");
    const outcomes = await Promise.allSettled([
      append("a"),
      writer.append(harness.workspaceId, () => {
        throw refusal;
      }),
      append("b"),
      writer.append(harness.workspaceId, () => testEvent("nul\u0000")),
      writer.append(harness.workspaceId, () => testEvent("lone", { text: "\ud800" })),
      writer.append(harness.workspaceId, () => testEvent("far", { n: Number.NaN })),
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

  test("appends the other events if the database rejects one", async () => {
    const far = { ...testEvent("far"), ts: 2 ** 70 };
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

  test("builds events from data read under the lock, so a budget is never exceeded", async () => {
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
        return testEvent("reserved", { left });
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, reserve));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    // The refused events did not change the remaining budget.
    expect(await knex(table).first()).toEqual({ left_over: 0 });
    expect(await harness.stored()).toHaveLength(5);
  });

  test("rolls back only the writes of an event whose query fails", async () => {
    const { writer } = harness.evidence;
    const outcomes = await Promise.allSettled([
      append("a"),
      writer.append(harness.workspaceId, async ({ query }) => {
        await query((tx) => tx.raw("select 1 / 0"));
        return testEvent("never");
      }),
      append("b"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await harness.stored()).map(({ type }) => type)).toEqual(["a", "b"]);
  });

  test("appends the other events if the follow-up work of one fails", async () => {
    const refusal = new ApiError("conflict", "No.");
    const outcomes = await Promise.allSettled([
      append("a"),
      harness.evidence.writer.append(harness.workspaceId, () => ({
        ...testEvent("never"),
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

  test("appends an event with a repeated key once, in one batch or later", async () => {
    const { writer } = harness.evidence;
    const send = (body: string) =>
      writer.append(harness.workspaceId, () => testEvent(body), keyOf("k", body));
    const [first, second] = await Promise.all([send("a"), send("a")]);
    expect([first.replayed, second.replayed]).toEqual([false, true]);
    expect(second.event).toEqual(first.event);
    expect(await send("a")).toEqual({ event: first.event, replayed: true });
    await expect(send("b")).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(await harness.stored()).toHaveLength(1);
  });

  test("separates the logs of workspaces", async () => {
    await append("a");
    const first = harness.workspaceId;
    await harness.newWorkspace();
    expect(seqOf(await append("b"))).toBe(1);
    expect(await harness.evidence.checkpoints.sign(first)).toMatchObject({ size: 1 });
  });

  test("refuses further events with Retry-After while 10,000 events are waiting", async () => {
    const first = harness.evidence.writer.append(harness.workspaceId, async () => testEvent("first"));
    const waiting = Array.from({ length: 9_999 }, () => append("t").catch(() => "refused"));
    await expect(append("one too many")).rejects.toMatchObject({
      code: "unavailable",
      headers: { "Retry-After": "1" },
    });
    await first;
    await Promise.all(waiting);
    expect(await harness.stored()).toHaveLength(10_000);
  });

  test("returns 503 while the database is not writable, and recovers afterwards", async () => {
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
          logOf(index).writer.append(
            workspaceId,
            () => testEvent(`process ${index % 3}`),
            keyOf(`${index}`, ""),
          ),
        ),
      );
      const positions = appended.map(seqOf).toSorted((one, other) => one - other);
      expect(positions).toEqual(Array.from({ length: 900 }, (_, index) => index + 1));
      expect(await verified(harness)).toMatchObject({ valid: true, events: 900 });
      // Another process returns the same event for the same idempotency key.
      const again = await others[0]?.evidence.writer.append(
        workspaceId,
        () => testEvent("x"),
        keyOf("2", ""),
      );
      expect(again).toMatchObject({ replayed: true, event: { type: "process 2" } });
    } finally {
      for (const { close } of others) await close();
      await harness.close();
    }
  });

  test("see each other's events after a poll", async () => {
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
      await other.evidence.writer.append(harness.workspaceId, () => testEvent("b"));
      await grown;
    } finally {
      await other.close();
      await harness.close();
    }
  });
});

/** Returns the number of transactions that wrote the events of the harness's workspace. */
async function commits({ database, workspaceId }: EvidenceHarness): Promise<number> {
  const { rows } = await database.knex.raw<{ rows: { count: number }[] }>(
    "select count(distinct xmin::text)::int as count from events where workspace_id = ?",
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}
