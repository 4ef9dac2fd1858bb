import { notFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, evaluated, filledDataset, nightly } from "../harness/arrange.ts";
import { withReceiver } from "../harness/custom-receiver.ts";
import { anId, anInstant, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import {
  allEnded,
  messageIds,
  subscribed,
  receivedEvents,
  verifyByLibrary,
} from "../harness/webhook-receiver.ts";

const ok = () => ({});

/** Scenarios for messages to endpoints. */
export const webhookDeliveryScenarios = [
  scenario("testWebhook", 202, "sends a test event, signed as in Standard Webhooks", async (context) => {
    await withReceiver(ok, async (receiver) => {
      const { id, secret } = await subscribed(context, receiver);
      const sent = await context.assay.webhooks.test(id);
      expect(sent).toEqual({
        id: anId("dlv"),
        object: "webhook_delivery",
        webhook: id,
        event: "webhook.test",
        status: "pending",
        sending: false,
        attempts: 0,
        response_status: null,
        error: null,
        duration_ms: null,
        next_attempt_at: anInstant,
        delivered_at: null,
        attempt_log: [],
        payload: { event: "webhook.test", timestamp: anInstant, data: { webhook: id, project: null } },
        created_at: anInstant,
      });
      const [delivery] = await allEnded(context, id, 1);
      const attempt = { response_status: 200, error: null, duration_ms: expect.any(Number) };
      expect(delivery).toEqual({
        ...sent,
        ...attempt,
        status: "delivered",
        attempts: 1,
        next_attempt_at: null,
        delivered_at: anInstant,
        attempt_log: [{ at: anInstant, ...attempt }],
      });
      expect(receivedEvents(receiver)).toEqual([sent.payload]);
      expect(messageIds(receiver)).toEqual([sent.id]);
      expect(receiver.calls[0]?.headers["content-type"]).toBe("application/json");
      verifyByLibrary(receiver.calls[0], secret);
    });
  }),
  engineScenario(
    "listWebhookDeliveries",
    200,
    "lists completions of evaluations in order, each once",
    async (context) => {
      await withReceiver(ok, async (receiver) => {
        const { dataset } = await filledDataset(context);
        const { id, secret } = await subscribed(context, receiver, { config: { project: dataset.project } });
        const first = await evaluated(context, dataset, { name: "First" });
        const second = await evaluated(context, dataset, { name: "Second" });
        const deliveries = await allEnded(context, id, 2);
        const data = {
          evaluation: first.id,
          name: "First",
          project: dataset.project,
          dataset: dataset.id,
          model: null,
          status: "completed",
          progress: { total: 4, completed: 4, failed: 0 },
          aggregate_score: first.results?.aggregate_score,
          error: null,
        };
        expect(receivedEvents(receiver)).toEqual([
          { event: "evaluation.completed", timestamp: anInstant, data },
          {
            event: "evaluation.completed",
            timestamp: anInstant,
            data: { ...data, evaluation: second.id, name: "Second" },
          },
        ]);
        expect(deliveries.map(({ payload }) => payload)).toEqual(receivedEvents(receiver));
        expect(messageIds(receiver)).toEqual(deliveries.map((delivery) => delivery.id));
        for (const call of receiver.calls) verifyByLibrary(call, secret);
      });
    },
  ),
  scenario(
    "listWebhookDeliveries",
    200,
    "lists failed and cancelled evaluations, with the reason",
    async (context) => {
      await withReceiver(ok, async (receiver) => {
        const { dataset } = await filledDataset(context, [{ input: 1 }]);
        const { id } = await subscribed(context, receiver);
        const failed = await evaluated(context, dataset);
        await context.target.hold();
        const cancelled = await context.assay.evaluations.create(nightly(dataset));
        await context.assay.evaluations.cancel(cancelled.id);
        await allEnded(context, id, 2);
        expect(
          receivedEvents(receiver).map(({ event, data }) => [event, data["evaluation"], data["error"]]),
        ).toEqual([
          ["evaluation.failed", failed.id, failed.error],
          ["evaluation.cancelled", cancelled.id, null],
        ]);
      });
    },
  ),
  scenario(
    "listWebhookDeliveries",
    200,
    "lists only events of the endpoint's project and kinds",
    async (context) => {
      await withReceiver(ok, async (receiver) => {
        const [mine, theirs] = [await filledDataset(context), await filledDataset(context)];
        const config = { project: mine.dataset.project };
        const own = await subscribed(context, receiver, { config });
        const all = await subscribed(context, receiver);
        const none = await subscribed(context, receiver, { event_types: ["evaluation.failed"] });
        const foreign = await evaluated(context, theirs.dataset);
        const wanted = await evaluated(context, mine.dataset);
        const of = async (id: string, count: number) =>
          (await allEnded(context, id, count)).map(({ payload }) => payload.data["evaluation"]);
        expect(await of(all.id, 2)).toEqual([foreign.id, wanted.id]);
        expect(await of(own.id, 1)).toEqual([wanted.id]);
        expect(await of(none.id, 0)).toEqual([]);
      });
    },
  ),
  engineScenario(
    "redeliverWebhookDelivery",
    202,
    "sends a message again with its id, and retains earlier attempts",
    async (context) => {
      await withReceiver(ok, async (receiver) => {
        const { id } = await subscribed(context, receiver);
        await context.assay.webhooks.test(id);
        const [first] = await allEnded(context, id, 1);
        const again = await context.assay.webhooks.redeliver(id, first?.id ?? "");
        expect(again).toMatchObject({
          id: first?.id,
          status: "pending",
          attempts: 1,
          next_attempt_at: anInstant,
          delivered_at: null,
        });
        const [twice] = await allEnded(context, id, 1);
        expect(twice).toMatchObject({
          status: "delivered",
          attempts: 2,
          payload: first?.payload,
          delivered_at: anInstant,
        });
        expect(twice?.attempt_log[0]).toEqual(first?.attempt_log[0]);
        expect(messageIds(receiver)).toEqual([first?.id, first?.id]);
        const other = await subscribed(context, receiver);
        await expectRejected(
          context.assay.webhooks.redeliver(other.id, again.id),
          notFound("delivery", again.id),
        );
      });
    },
  ),
  scenario(
    "rotateWebhookSecret",
    200,
    "signs with both secrets during the grace period, then only with the new one",
    async (context) => {
      await withReceiver(ok, async (receiver) => {
        const { assay, target } = context;
        const { id, secret, ...shown } = await subscribed(context, receiver);
        target.advance(1000);
        const rotated = await assay.webhooks.rotateSecret(id, { grace_seconds: 60 });
        expect(Date.parse(rotated.updated_at)).toBeGreaterThanOrEqual(Date.parse(shown.updated_at) + 1000);
        expect(rotated).toEqual({
          id,
          ...shown,
          updated_at: rotated.updated_at,
          secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
          previous_secret_expires_at: anInstant,
        });
        await assay.webhooks.test(id);
        await allEnded(context, id, 1);
        verifyByLibrary(receiver.calls[0], secret);
        verifyByLibrary(receiver.calls[0], rotated.secret);
        target.advance(61_000);
        await assay.webhooks.test(id);
        await allEnded(context, id, 2);
        verifyByLibrary(receiver.calls[1], rotated.secret);
        expect(() => verifyByLibrary(receiver.calls[1], secret)).toThrow("No signature");
      });
    },
  ),
  scenario("deleteWebhook", 200, "sends no more messages to a deleted endpoint", async (context) => {
    await withReceiver(ok, async (receiver) => {
      const [gone, stays] = [await subscribed(context, receiver), await subscribed(context, receiver)];
      await context.assay.webhooks.delete(gone.id);
      const { dataset } = await filledDataset(context);
      await evaluated(context, dataset);
      const [delivery] = await allEnded(context, stays.id, 1);
      expect(messageIds(receiver)).toEqual([delivery?.id]);
    });
  }),
  scenario(
    "updateWebhook",
    200,
    "hides earlier deliveries from keys of the endpoint's new project",
    async (context) => {
      await withReceiver(ok, async (receiver) => {
        const [before, after] = [await filledDataset(context), await filledDataset(context)];
        for (const config of [{}, { project: before.dataset.project }]) {
          const { id } = await subscribed(context, receiver, { config });
          await evaluated(context, before.dataset);
          const [old] = await allEnded(context, id, 1);
          const { project } = after.dataset;
          await context.assay.webhooks.update(id, { config: { project } });
          const { webhooks } = context.client(await context.newKey({ preset: "admin", projects: [project] }));
          expect((await webhooks.deliveries(id)).data).toEqual([]);
          const delivery = old?.id ?? "";
          await expectRejected(webhooks.redeliver(id, delivery), notFound("delivery", delivery));
          await evaluated(context, after.dataset, { name: "Afterwards" });
          const [next] = await allEnded(context, id, 1);
          expect(next?.payload.data).toMatchObject({ project, name: "Afterwards" });
          // The endpoint now receives other types of events, but its deliveries for the key's project stay
          // visible.
          await context.assay.webhooks.update(id, {
            config: { project },
            event_types: ["evaluation.failed"],
          });
          expect((await webhooks.deliveries(id)).data).toEqual([next]);
        }
      });
    },
  ),
  scenario("listWebhookDeliveries", 404, "returns 404 for an unknown endpoint", async (context) => {
    await expectRejected(
      context.assay.webhooks.deliveries(absent.webhook),
      notFound("webhook", absent.webhook),
    );
  }),
];
