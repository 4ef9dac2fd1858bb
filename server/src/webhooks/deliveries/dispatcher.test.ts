import { describe, expect, test, vi } from "vitest";
import { inTransaction } from "../../platform/db/transaction.ts";
import type { Deps } from "../../app/deps.ts";
import { purgeEvents } from "../../platform/outbox/outbox-queries.ts";
import { triaged } from "../../evaluation/evaluations/lab-samples.fixture.ts";
import { engines, useJobLab } from "../../platform/jobs/job-lab.fixture.ts";
import { Gate } from "../../platform/jobs/worker-lab.fixture.ts";
import { deliverNext } from "./deliver.ts";
import { claimEndpoints } from "./endpoint-leases.ts";
import { createDeliveries } from "./create-deliveries.ts";
import { receivedEventKinds, WebhookLab } from "./webhook-lab.fixture.ts";

const numbered = (count: number, prefix = "e"): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const hourMs = 3_600_000;

/** Services by which an endpoint that hangs is waited for until the test has ended, on a machine of any speed. */
const patient = (deps: Deps): Deps => ({
  ...deps,
  outbound: { post: (call, signal) => deps.outbound.post({ ...call, timeoutMs: hourMs }, signal) },
});

describe.each(engines)("endpoints on %s", (engine) => {
  const theLab = useJobLab(engine);
  const open = () => WebhookLab.open(theLab());

  test("are told each event once and in order, by two processes that share the work", async () => {
    const lab = await open();
    const receivers = await Promise.all([1, 2, 3].map(() => lab.receiver(() => ({}))));
    for (const { url } of receivers) await lab.register(url);
    const names = numbered(60);
    const [one, other] = [lab.dispatcher(), lab.dispatcher({}, await lab.jobs.another())];
    await lab.happen(...names);
    // What one has in hand the other does not wait for.
    await vi.waitFor(
      async () => {
        await Promise.all([one.idle(), other.idle()]);
        for (const receiver of receivers) expect(receivedEventKinds(receiver)).toEqual(names);
      },
      { timeout: 120_000, interval: 20 },
    );
  });

  test("are told nothing of a transaction that was undone", async () => {
    const lab = await open();
    const receiver = await lab.receiver(() => ({}));
    await lab.register(receiver.url);
    const undone = inTransaction(lab.jobs.database, async (tx) => {
      await lab.emit(tx, "undone");
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await lab.happen("done");
    await lab.dispatch();
    expect(receivedEventKinds(receiver)).toEqual(["done"]);
  });

  test("are told of more events than one look takes", async () => {
    const lab = await open();
    const receiver = await lab.receiver(() => ({}));
    await lab.register(receiver.url);
    await inTransaction(lab.jobs.database, async (tx) => {
      for (const name of numbered(1003)) await lab.emit(tx, name);
    });
    const looks: boolean[] = [];
    do looks.push(await createDeliveries(lab.deps));
    while (looks.at(-1));
    // 500, 500 and 3.
    expect(looks).toEqual([true, true, false]);
    expect(await lab.rows("webhook_deliveries")).toHaveLength(1003);
  });

  test("are told again what a process had in hand that died, when its lease is over", async () => {
    const lab = await open();
    const receiver = await lab.receiver(() => ({}));
    const { row } = await lab.register(receiver.url);
    await lab.happen("a", "b");
    while (await createDeliveries(lab.deps));
    const wanted = { limit: 9, failingToo: true, due: lab.deps.now() };
    const lease = { token: lab.deps.newId(), leaseSeconds: 60 };
    const taken = await claimEndpoints(lab.jobs.database, wanted, lease);
    expect(taken.map(({ webhookId }) => webhookId)).toEqual([row.id]);
    await lab.dispatch();
    expect(receivedEventKinds(receiver)).toEqual([]);
    const { knex } = lab.jobs.database;
    await knex("webhooks").update({ leased_until: knex.raw("now() - interval '1 second'") });
    await lab.dispatch();
    expect(receivedEventKinds(receiver)).toEqual(["a", "b"]);
  });

  test("that a dead process had are taken up at once by one that is alone on the database", async () => {
    const lab = await open();
    const receiver = await lab.receiver(() => ({}));
    await lab.register(receiver.url);
    await lab.happen("a");
    while (await createDeliveries(lab.deps));
    const wanted = { limit: 9, failingToo: true, due: lab.deps.now() };
    await claimEndpoints(lab.jobs.database, wanted, { token: lab.deps.newId(), leaseSeconds: 60 });
    await lab.dispatch({ alone: true });
    expect(receivedEventKinds(receiver)).toEqual(["a"]);
  });

  test("keep a message pending whose sender lost its lease, so that it is sent again rather than lost", async () => {
    const lab = await open();
    const { knex } = lab.jobs.database;
    const arrived = new Gate();
    const answer = new Gate();
    const receiver = await lab.receiver((_call, response) => {
      arrived.open();
      void answer.passed.then(() => response.end());
    });
    await lab.register(receiver.url);
    await lab.happen("a");
    while (await createDeliveries(lab.deps));
    const wanted = { limit: 9, failingToo: true, due: lab.deps.now() };
    const [lease] = await claimEndpoints(lab.jobs.database, wanted, {
      token: lab.deps.newId(),
      leaseSeconds: 60,
    });
    if (!lease) throw new Error("The endpoint was not claimed.");
    const sent = deliverNext(lab.deps, { lease, signal: new AbortController().signal });
    await arrived.passed;
    await knex("webhooks").update({ lease_token: lab.deps.newId() });
    answer.open();
    expect(await sent).toBe(false);
    expect(await lab.rows("webhook_deliveries")).toMatchObject([{ status: "pending", attempts: 0 }]);
  });

  test("that hang keep no other waiting, even when they are more than there are slots", async () => {
    const lab = await open();
    const hanging = await lab.receiver(() => undefined);
    const well = await lab.receiver(() => ({}));
    for (let count = 0; count < 6; count += 1) await lab.register(hanging.url);
    // As after their first message, which hung too.
    await lab.jobs.database.knex("webhooks").update({ failing: true });
    await lab.register(well.url);
    const dispatcher = lab.dispatcher({ concurrency: 4, leaseMs: hourMs }, patient(lab.deps));
    for (const name of numbered(20)) await lab.happen(name);
    await expect.poll(() => receivedEventKinds(well)).toEqual(numbered(20));
    // Half of the slots, and one message each.
    await expect.poll(() => hanging.calls.length).toBeGreaterThanOrEqual(2);
    expect(hanging.calls).toHaveLength(2);
    await dispatcher.stop();
    // What was broken off does not count as tried.
    const rows = await lab.rows("webhook_deliveries");
    expect(rows.filter(({ status, attempts }) => status === "pending" && attempts === 0)).toHaveLength(120);
    expect(await lab.jobs.database.knex("webhooks").whereNotNull("lease_token")).toEqual([]);
  });

  test("that hang keep no job waiting", async () => {
    const lab = await open();
    const hanging = await lab.receiver(() => undefined);
    for (let count = 0; count < 3; count += 1) await lab.register(hanging.url);
    lab.dispatcher({ leaseMs: hourMs }, patient(lab.deps));
    await lab.evaluations.addSamples([triaged("urgent", "urgent")]);
    await lab.evaluations.evaluate();
    await expect.poll(() => hanging.calls).toHaveLength(3);
    await lab.evaluations.evaluate();
    expect((await lab.evaluations.events()).map(({ event }) => event)).toHaveLength(2);
    expect(hanging.calls).toHaveLength(3);
  });

  test("forget what is old: events that were passed on, with what was sent of them", async () => {
    const lab = await open();
    const receiver = await lab.receiver(() => ({}));
    await lab.register(receiver.url);
    await lab.happen("old");
    await lab.dispatch();
    const { knex } = lab.jobs.database;
    await lab.happen("waiting");
    expect(await purgeEvents(knex, lab.jobs.instant)).toBe(0);
    expect(await purgeEvents(knex, new Date(lab.jobs.instant.getTime() + 1))).toBe(1);
    expect(await lab.rows("webhook_deliveries")).toEqual([]);
    expect(await lab.rows("outbox")).toMatchObject([{ data: { name: "waiting" } }]);
  });
});
