import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/db/transaction.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { commandDelivery } from "./delivery-service.ts";
import { WebhookHarness } from "./webhook-harness.fixture.ts";

describe.each(engines)("webhooks on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  /** Returns every row of every table as text. */
  async function everyRow(harness: WebhookHarness): Promise<string> {
    const { knex } = harness.jobs.database;
    const { rows: tables } = await knex.raw<{ rows: { name: string }[] }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    expect(tables.length).toBeGreaterThan(20);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await knex.raw<{ rows: { text: string }[] }>(`select t::text as text from ${name} t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join("\n");
  }

  test("store no secret in plain text", async () => {
    const harness = await WebhookHarness.open(theHarness());
    const { row, secret } = await harness.register("https://hooks.example.org/");
    const id = formatId("webhook", row.id);
    const rotated = await harness.command({ type: "rotateSecret", id, graceSeconds: 60 });
    const text = await everyRow(harness);
    for (const one of [secret, rotated.secret]) {
      expect(text).not.toContain(one.slice("whsec_".length));
      expect(text).not.toContain(Buffer.from(one).toString("hex"));
    }
  });

  test("resend a message if this is requested while its last attempt is failing", async () => {
    const harness = await WebhookHarness.open(theHarness());
    const { database } = harness.jobs;
    let redelivery: Promise<unknown> = Promise.resolve();
    const receiver = await harness.receiver((_call, response) => {
      if (receiver.calls.length === 2) redelivery = requestRedelivery();
      void redelivery.finally(() => response.writeHead(receiver.calls.length < 3 ? 500 : 204).end());
    });
    const { row } = await harness.register(receiver.url);
    async function requestRedelivery(): Promise<void> {
      const [delivery] = await harness.rows("webhook_deliveries");
      const command = {
        type: "redeliver",
        webhook: formatId("webhook", row.id),
        id: formatId("delivery", String(delivery?.["id"])),
      } as const;
      const { caller } = harness.evaluations;
      await inTransaction(database, (tx) => commandDelivery(tx, harness.deps, { caller, command }));
    }
    await harness.happen("a");
    await harness.dispatch();
    const lastAttempt = { tries: 100, next_attempt_at: harness.deps.now() };
    await database.knex("webhook_deliveries").where({ webhook_id: row.id }).update(lastAttempt);
    await harness.dispatch();
    await redelivery;
    expect(await harness.rows("webhook_deliveries")).toMatchObject([
      { status: "delivered", tries: 1, attempts: 3 },
    ]);
    expect(await harness.rows("webhooks")).toMatchObject([{ enabled: true, exhausted: 0 }]);
  });

  test("leave no data behind when they are deleted", async () => {
    const harness = await WebhookHarness.open(theHarness());
    const receiver = await harness.receiver(() => ({}));
    const { row } = await harness.register(receiver.url, { triage_accuracy: { below: 80 } });
    const { id } = await harness.register(receiver.url).then((other) => other.row);
    await harness.evaluations.addSamples([{ output: 1, expected: 1 }]);
    await harness.happen("a");
    await harness.dispatch();
    expect(await everyRow(harness)).toContain(id);
    for (const one of [row.id, id]) await harness.command({ type: "delete", id: formatId("webhook", one) });
    const text = await everyRow(harness);
    expect(text).not.toContain(row.id);
    expect(text).not.toContain(id);
  });
});
