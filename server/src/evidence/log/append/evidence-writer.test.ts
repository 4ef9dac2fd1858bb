import { createHash } from "node:crypto";
import { ApiError } from "@assay/contract/platform/errors";
import { verifyExport } from "@assay/contract/wire/evidence-verify";
import { ed25519Jwk } from "@assay/contract/wire";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../../platform/jobs/job-lab.fixture.ts";
import type { AppendedEvent } from "./append-batch.ts";
import { EvidenceLab, told } from "../evidence-lab.fixture.ts";

const keyOf = (key: string, body: string) => ({
  key,
  requestHash: createHash("sha256").update(body).digest(),
});

/** Verifies the whole log from outside. */
async function verified(lab: EvidenceLab) {
  const { publicKey } = await lab.evidence.keys.active();
  return verifyExport(await lab.exported(), { keys: { keys: [ed25519Jwk(publicKey)] } });
}

const seqOf = ({ event }: AppendedEvent): number => event.seq;

describe.each(engines)("the writer on %s", (engine) => {
  let lab: EvidenceLab;
  beforeAll(async () => {
    lab = await EvidenceLab.open(engine);
  });
  beforeEach(() => lab.newWorkspace());
  afterAll(() => lab.close());

  const append = (type: string) => lab.evidence.writer.append(lab.workspaceId, () => told(type));

  test("appends what comes at once in the order it came, without a gap, in few transactions", async () => {
    const appended = await Promise.all(Array.from({ length: 1000 }, (_, index) => append(`t${index}`)));
    expect(appended.map(seqOf)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect((await lab.stored()).map(({ type }) => type)).toEqual(
      Array.from({ length: 1000 }, (_, index) => `t${index}`),
    );
    // 512 and 488 in one each.
    expect(await commits(lab)).toBe(2);
    expect(await verified(lab)).toMatchObject({ valid: true, events: 1000 });
  });

  test("lets an event that is refused take no place and nobody with it", async () => {
    const { writer } = lab.evidence;
    const refusal = new ApiError("conflict", "No.");
    const outcomes = await Promise.allSettled([
      append("a"),
      writer.append(lab.workspaceId, () => {
        throw refusal;
      }),
      append("b"),
      writer.append(lab.workspaceId, () => told("nul\u0000")),
      writer.append(lab.workspaceId, () => told("lone", { text: "\ud800" })),
      writer.append(lab.workspaceId, () => told("far", { n: Number.NaN })),
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
    expect(await lab.stored()).toEqual([
      { seq: 1, type: "a" },
      { seq: 2, type: "b" },
      { seq: 3, type: "c" },
    ]);
  });

  test("lets an event that the database refuses take nobody with it", async () => {
    const far = { ...told("far"), ts: 2 ** 70 };
    const outcomes = await Promise.allSettled([
      append("a"),
      lab.evidence.writer.append(lab.workspaceId, () => far),
      append("b"),
      append("c"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { code: "unavailable" } });
    expect((await lab.stored()).map(({ type }) => type)).toEqual(["a", "b", "c"]);
    expect(await verified(lab)).toMatchObject({ valid: true, events: 3 });
  });

  test("lets an event depend on what is read under the lock: a budget is never overdrawn", async () => {
    const { knex } = lab.database;
    const table = `budget_${engine}`;
    await knex.raw(`create table ${table} (left_over integer not null)`);
    await knex(table).insert({ left_over: 5 });
    const reserve = () =>
      lab.evidence.writer.append(lab.workspaceId, async ({ query }) => {
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
    expect(await lab.stored()).toHaveLength(5);
  });

  test("undoes what an event wrote whose query the database refused, and nothing beside it", async () => {
    const { writer } = lab.evidence;
    const outcomes = await Promise.allSettled([
      append("a"),
      writer.append(lab.workspaceId, async ({ query }) => {
        await query((tx) => tx.raw("select 1 / 0"));
        return told("never");
      }),
      append("b"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await lab.stored()).map(({ type }) => type)).toEqual(["a", "b"]);
  });

  test("lets an event whose follow-up fails take nobody with it", async () => {
    const refusal = new ApiError("conflict", "No.");
    const outcomes = await Promise.allSettled([
      append("a"),
      lab.evidence.writer.append(lab.workspaceId, () => ({
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
    expect((await lab.stored()).map(({ type }) => type)).toEqual(["a", "b", "c"]);
  });

  test("appends once what comes twice under one key, in one batch or later", async () => {
    const { writer } = lab.evidence;
    const send = (body: string) => writer.append(lab.workspaceId, () => told(body), keyOf("k", body));
    const [first, second] = await Promise.all([send("a"), send("a")]);
    expect([first.replayed, second.replayed]).toEqual([false, true]);
    expect(second.event).toEqual(first.event);
    expect(await send("a")).toEqual({ event: first.event, replayed: true });
    await expect(send("b")).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(await lab.stored()).toHaveLength(1);
  });

  test("keeps logs of workspaces apart", async () => {
    await append("a");
    const first = lab.workspaceId;
    await lab.newWorkspace();
    expect(seqOf(await append("b"))).toBe(1);
    expect(await lab.evidence.checkpoints.sign(first)).toMatchObject({ size: 1 });
  });

  test("tells those beyond 10,000 that wait to come again", async () => {
    const held = lab.evidence.writer.append(lab.workspaceId, async () => told("first"));
    const waiting = Array.from({ length: 9_999 }, () => append("t").catch(() => "refused"));
    await expect(append("one too many")).rejects.toMatchObject({
      code: "unavailable",
      headers: { "Retry-After": "1" },
    });
    await held;
    await Promise.all(waiting);
    expect(await lab.stored()).toHaveLength(10_000);
  });

  test("answers 503 while the database cannot be written to, and goes on afterwards", async () => {
    await append("a");
    const { knex } = lab.database;
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
    const lab = await EvidenceLab.open("postgres");
    const others = [await lab.otherProcess(), await lab.otherProcess()];
    const { workspaceId } = lab;
    try {
      const logs = [lab.evidence, ...others.map(({ evidence }) => evidence)];
      const logOf = (index: number) => logs[index % 3] ?? lab.evidence;
      const appended = await Promise.all(
        Array.from({ length: 900 }, (_, index) =>
          logOf(index).writer.append(workspaceId, () => told(`process ${index % 3}`), keyOf(`${index}`, "")),
        ),
      );
      const places = appended.map(seqOf).toSorted((one, other) => one - other);
      expect(places).toEqual(Array.from({ length: 900 }, (_, index) => index + 1));
      expect(await verified(lab)).toMatchObject({ valid: true, events: 900 });
      // The same key through another process is the same event.
      const again = await others[0]?.evidence.writer.append(workspaceId, () => told("x"), keyOf("2", ""));
      expect(again).toMatchObject({ replayed: true, event: { type: "process 2" } });
    } finally {
      for (const { close } of others) await close();
      await lab.close();
    }
  });

  test("hear of each other's events within a poll", async () => {
    const lab = await EvidenceLab.open("postgres");
    const other = await lab.otherProcess();
    const { feed } = lab.evidence;
    try {
      await lab.append("a");
      const grown = new Promise<void>((resolve) => {
        feed.follow(lab.workspaceId, () => {
          if (feed.hasGrown(lab.workspaceId, 1)) resolve();
        });
      });
      await other.evidence.writer.append(lab.workspaceId, () => told("b"));
      await grown;
    } finally {
      await other.close();
      await lab.close();
    }
  });
});

/** In how many transactions the events of the lab's workspace were written. */
async function commits({ database, workspaceId }: EvidenceLab): Promise<number> {
  const { rows } = await database.knex.raw<{ rows: { count: number }[] }>(
    "select count(distinct xmin::text)::int as count from events where workspace_id = ?",
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}
