import { describe, expect, test, vi } from "vitest";
import { inTransaction } from "../../platform/db/transaction.ts";
import type { Deps } from "../../app/deps.ts";
import { purgeEvents } from "../../platform/outbox/outbox-queries.ts";
import { triaged } from "../../evaluation/evaluations/harness-samples.fixture.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { Gate } from "../../platform/jobs/worker-harness.fixture.ts";
import { deliverNext } from "./deliver.ts";
import { claimEndpoints } from "./endpoint-leases.ts";
import { createDeliveries } from "./delivery-service.ts";
import { receivedEventKinds, WebhookHarness } from "./webhook-harness.fixture.ts";

const numbered = (count: number, prefix = "e"): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const hourMs = 3_600_000;

/** Returns dependencies with a call timeout that is longer than the test. */
const withoutTimeout = (deps: Deps): Deps => ({
  ...deps,
  outbound: { post: (call, signal) => deps.outbound.post({ ...call, timeoutMs: hourMs }, signal) },
});

describe.each(engines)("endpoints on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = () => WebhookHarness.open(theHarness());

  test("receive each event once and in order, even if two processes send", async () => {
    const harness = await open();
    const receivers = await Promise.all([1, 2, 3].map(() => harness.receiver(() => ({}))));
    for (const { url } of receivers) await harness.register(url);
    const names = numbered(60);
    const [one, other] = [harness.dispatcher(), harness.dispatcher({}, await harness.jobs.another())];
    await harness.happen(...names);
    // The method `idle` of one dispatcher does not wait for calls by the dispatcher in the other process.
    await vi.waitFor(
      async () => {
        await Promise.all([one.idle(), other.idle()]);
        for (const receiver of receivers) expect(receivedEventKinds(receiver)).toEqual(names);
      },
      { timeout: 120_000, interval: 20 },
    );
  });

  test("receive no event of a transaction that was rolled back", async () => {
    const harness = await open();
    const receiver = await harness.receiver(() => ({}));
    await harness.register(receiver.url);
    const rolledBack = inTransaction(harness.jobs.database, async (tx) => {
      await harness.emit(tx, "rolled back");
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await harness.happen("committed");
    await harness.dispatch();
    expect(receivedEventKinds(receiver)).toEqual(["committed"]);
  });

  test("receive all events, even if these exceed one batch", async () => {
    const harness = await open();
    const receiver = await harness.receiver(() => ({}));
    await harness.register(receiver.url);
    await inTransaction(harness.jobs.database, async (tx) => {
      for (const name of numbered(1003)) await harness.emit(tx, name);
    });
    const batches: boolean[] = [];
    do batches.push(await createDeliveries(harness.deps));
    while (batches.at(-1));
    // The batches contain 500, 500 and 3 events.
    expect(batches).toEqual([true, true, false]);
    expect(await harness.rows("webhook_deliveries")).toHaveLength(1003);
  });

  test("receive the messages of a crashed process once its lease expires", async () => {
    const harness = await open();
    const receiver = await harness.receiver(() => ({}));
    const { row } = await harness.register(receiver.url);
    await harness.happen("a", "b");
    while (await createDeliveries(harness.deps));
    const wanted = { limit: 9, failingToo: true, due: harness.deps.now() };
    const lease = { token: harness.deps.newId(), leaseSeconds: 60 };
    const claimed = await claimEndpoints(harness.jobs.database, wanted, lease);
    expect(claimed.map(({ webhookId }) => webhookId)).toEqual([row.id]);
    await harness.dispatch();
    expect(receivedEventKinds(receiver)).toEqual([]);
    const { knex } = harness.jobs.database;
    await knex("webhooks").update({ leased_until: knex.raw("now() - interval '1 second'") });
    await harness.dispatch();
    expect(receivedEventKinds(receiver)).toEqual(["a", "b"]);
  });

  test("that a crashed process had leased are claimed immediately if only one process uses the database", async () => {
    const harness = await open();
    const receiver = await harness.receiver(() => ({}));
    await harness.register(receiver.url);
    await harness.happen("a");
    while (await createDeliveries(harness.deps));
    const wanted = { limit: 9, failingToo: true, due: harness.deps.now() };
    await claimEndpoints(harness.jobs.database, wanted, { token: harness.deps.newId(), leaseSeconds: 60 });
    await harness.dispatch({ alone: true });
    expect(receivedEventKinds(receiver)).toEqual(["a"]);
  });

  test("have a pending message whose state does not change if its sender lost the lease", async () => {
    const harness = await open();
    const { knex } = harness.jobs.database;
    const arrived = new Gate();
    const respond = new Gate();
    const receiver = await harness.receiver((_call, response) => {
      arrived.open();
      void respond.passed.then(() => response.end());
    });
    await harness.register(receiver.url);
    await harness.happen("a");
    while (await createDeliveries(harness.deps));
    const wanted = { limit: 9, failingToo: true, due: harness.deps.now() };
    const [lease] = await claimEndpoints(harness.jobs.database, wanted, {
      token: harness.deps.newId(),
      leaseSeconds: 60,
    });
    if (!lease) throw new Error("The endpoint was not claimed.");
    const sent = deliverNext(harness.deps, { lease, signal: new AbortController().signal });
    await arrived.passed;
    await knex("webhooks").update({ lease_token: harness.deps.newId() });
    respond.open();
    expect(await sent).toBe(false);
    expect(await harness.rows("webhook_deliveries")).toMatchObject([{ status: "pending", attempts: 0 }]);
  });

  test("that hang do not delay other endpoints, even if they outnumber the slots", async () => {
    const harness = await open();
    const hanging = await harness.receiver(() => undefined);
    const healthy = await harness.receiver(() => ({}));
    for (let count = 0; count < 6; count += 1) await harness.register(hanging.url);
    // This is the state of a webhook after the call for its first message has hung.
    await harness.jobs.database.knex("webhooks").update({ failing: true });
    await harness.register(healthy.url);
    const dispatcher = harness.dispatcher({ concurrency: 4, leaseMs: hourMs }, withoutTimeout(harness.deps));
    for (const name of numbered(20)) await harness.happen(name);
    await expect.poll(() => receivedEventKinds(healthy)).toEqual(numbered(20));
    // Failing endpoints get half of the slots, and each receives one message.
    await expect.poll(() => hanging.calls.length).toBeGreaterThanOrEqual(2);
    expect(hanging.calls).toHaveLength(2);
    await dispatcher.stop();
    // Aborted calls do not count as attempts.
    const rows = await harness.rows("webhook_deliveries");
    expect(rows.filter(({ status, attempts }) => status === "pending" && attempts === 0)).toHaveLength(120);
    expect(await harness.jobs.database.knex("webhooks").whereNotNull("lease_token")).toEqual([]);
  });

  test("of one workspace get four slots at most, so that endpoints of others are served", async () => {
    const harness = await open();
    const hanging = await harness.receiver(() => undefined);
    for (let count = 0; count < 6; count += 1) await harness.register(hanging.url);
    await harness.happen("first");
    const calls = { leaseMs: hourMs, concurrency: 6 };
    const [one, other] = [withoutTimeout(harness.deps), withoutTimeout(await harness.jobs.another())];
    const dispatchers = [harness.dispatcher(calls, one), harness.dispatcher(calls, other)];
    await expect.poll(() => hanging.calls.length).toBeGreaterThanOrEqual(4);
    harness.jobs.workspaceId = await harness.jobs.addWorkspace();
    const others = await WebhookHarness.open(harness.jobs, { empty: false });
    const healthy = await others.receiver(() => ({}));
    await others.register(healthy.url);
    await others.happen("second");
    await expect.poll(() => receivedEventKinds(healthy)).toEqual(["second"]);
    expect(hanging.calls).toHaveLength(4);
    for (const dispatcher of dispatchers) await dispatcher.stop();
  });

  test("that hang do not delay jobs", async () => {
    const harness = await open();
    const hanging = await harness.receiver(() => undefined);
    for (let count = 0; count < 3; count += 1) await harness.register(hanging.url);
    harness.dispatcher({ leaseMs: hourMs }, withoutTimeout(harness.deps));
    await harness.evaluations.addSamples([triaged("urgent", "urgent")]);
    await harness.evaluations.evaluate();
    await expect.poll(() => hanging.calls).toHaveLength(3);
    await harness.evaluations.evaluate();
    expect((await harness.evaluations.events()).map(({ event }) => event)).toHaveLength(2);
    expect(hanging.calls).toHaveLength(3);
  });

  test("have old dispatched events and their deliveries deleted", async () => {
    const harness = await open();
    const receiver = await harness.receiver(() => ({}));
    await harness.register(receiver.url);
    await harness.happen("old");
    await harness.dispatch();
    const { knex } = harness.jobs.database;
    await harness.happen("waiting");
    expect(await purgeEvents(knex, harness.jobs.instant)).toBe(0);
    expect(await purgeEvents(knex, new Date(harness.jobs.instant.getTime() + 1))).toBe(1);
    expect(await harness.rows("webhook_deliveries")).toEqual([]);
    expect(await harness.rows("outbox")).toMatchObject([{ data: { name: "waiting" } }]);
  });
});
