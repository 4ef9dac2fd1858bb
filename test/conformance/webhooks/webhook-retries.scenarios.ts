import type { ServerResponse } from "node:http";
import { expect } from "vitest";
import { evaluated, filledDataset } from "../harness/arrange.ts";
import { withReceiver } from "../harness/custom-receiver.ts";
import { anInstant } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { allEnded, deliveriesOnce, messageIds, subscribed, receivedBy } from "../harness/webhook-receiver.ts";

/** Scenarios for endpoints that do not accept messages. */
export const webhookRetryScenarios = [
  engineScenario(
    "listWebhookDeliveries",
    200,
    "retries a failed message unchanged with the same id, and lists each attempt",
    async (context) => {
      const statuses = [500, 302];
      await withReceiver(
        (_call, response) => {
          const status = statuses.shift();
          if (status === undefined) return {};
          response.writeHead(status, { location: "http://169.254.169.254/" }).end("oops");
        },
        async (receiver) => {
          const { id } = await subscribed(context, receiver);
          const { dataset } = await filledDataset(context);
          await evaluated(context, dataset);
          const tried = (count: number) =>
            deliveriesOnce(context, id, ([first]) => first?.attempts === count);
          const [waiting] = await tried(1);
          const failure = {
            response_status: 500,
            error: "The endpoint returned status 500; it must return 2xx.",
          };
          expect(waiting).toMatchObject({ status: "pending", ...failure, attempts: 1, delivered_at: null });
          // The delays are 5 s and 5 min, each varied by at most a tenth.
          const waitMs =
            Date.parse(waiting?.next_attempt_at ?? "") - Date.parse(waiting?.attempt_log[0]?.at ?? "");
          expect(waitMs).toBeGreaterThanOrEqual(4500);
          expect(waitMs).toBeLessThan(5600);
          context.target.advance(5600);
          await tried(2);
          context.target.advance(331_000);
          const [delivered] = await allEnded(context, id, 1);
          expect(delivered).toMatchObject({
            status: "delivered",
            attempts: 3,
            error: null,
            next_attempt_at: null,
          });
          expect(delivered?.attempt_log.map(({ response_status: status, error }) => [status, error])).toEqual(
            [
              [500, failure.error],
              [302, "The endpoint returned a redirect (302); it must return 2xx."],
              [200, null],
            ],
          );
          expect(new Set(messageIds(receiver)).size).toBe(1);
          expect(new Set(receiver.calls.map(({ raw }) => raw.toString("utf8"))).size).toBe(1);
        },
      );
    },
  ),
  engineScenario(
    "listWebhookDeliveries",
    200,
    "does not delay other messages because of a failed one",
    async (context) => {
      await withReceiver(
        (call, response) =>
          receivedBy(call).data["name"] === "Refused" ? void response.writeHead(503).end() : {},
        async (receiver) => {
          const { id } = await subscribed(context, receiver);
          const { dataset } = await filledDataset(context);
          await evaluated(context, dataset, { name: "Refused" });
          await evaluated(context, dataset, { name: "Taken" });
          const deliveries = await deliveriesOnce(context, id, (all) => all[1]?.status === "delivered");
          expect(deliveries.map(({ status, attempts }) => [status, attempts])).toEqual([
            ["pending", 1],
            ["delivered", 1],
          ]);
          const { data } = await context.assay.webhooks.deliveries(id, { status: "pending" });
          expect(data.map(({ payload }) => payload.data["name"])).toEqual(["Refused"]);
        },
      );
    },
  ),
  scenario(
    "listWebhookDeliveries",
    200,
    "shows the message in flight and the waiting ones while the endpoint hangs",
    async (context) => {
      const open: ServerResponse[] = [];
      await withReceiver(
        (_call, response) => void open.push(response),
        async (receiver) => {
          const { assay } = context;
          const { id } = await subscribed(context, receiver);
          const arrived = (count: number) => deliveriesOnce(context, id, () => open.length === count);
          const nothingYet = { status: "pending", attempts: 0, attempt_log: [], error: null };
          const underWay = { ...nothingYet, sending: true, next_attempt_at: null };
          await assay.webhooks.test(id);
          await arrived(1);
          expect((await assay.webhooks.deliveries(id)).data).toMatchObject([underWay]);
          const waits = { ...nothingYet, sending: false, next_attempt_at: anInstant };
          expect(await assay.webhooks.test(id)).toMatchObject(waits);
          // Deliveries are listed newest first.
          expect((await assay.webhooks.deliveries(id)).data).toMatchObject([waits, underWay]);
          open[0]?.writeHead(204).end();
          await arrived(2);
          const delivered = { status: "delivered", sending: false, attempts: 1, next_attempt_at: null };
          expect((await assay.webhooks.deliveries(id)).data).toMatchObject([underWay, delivered]);
          open[1]?.writeHead(204).end();
          expect(await allEnded(context, id, 2)).toMatchObject([delivered, delivered]);
        },
      );
    },
  ),
  scenario(
    "listWebhookDeliveries",
    200,
    "treats any 2xx as delivered, for any body, and shows broken connections",
    async (context) => {
      const behaviors: ((response: ServerResponse) => void)[] = [
        (response) => void response.writeHead(204).end(),
        (response) => void response.end(Buffer.alloc(3 * 1024 * 1024, 0x20)),
        (response) => void response.end("<!doctype html>"),
        // Both of the next responses have status 200, but one body never ends and the other breaks off.
        (response) => void response.writeHead(200).write("{"),
        (response) => {
          response.writeHead(200, { "content-length": "100" });
          response.write("{", () => response.socket?.destroy());
        },
        (response) => void response.socket?.destroy(),
      ];
      await withReceiver(
        (_call, response) => behaviors.shift()?.(response),
        async (receiver) => {
          const { id } = await subscribed(context, receiver);
          for (let count = 1; count <= 6; count += 1) {
            await context.assay.webhooks.test(id);
            await allEnded(context, id, count);
          }
          const deliveries = await allEnded(context, id, 6);
          expect(deliveries.map(({ status, response_status: answered }) => [status, answered])).toEqual([
            ["delivered", 204],
            ["delivered", 200],
            ["delivered", 200],
            ["delivered", 200],
            ["delivered", 200],
            // A test message is not retried.
            ["failed", null],
          ]);
          expect(deliveries[5]?.error).toMatch(/^The endpoint could not be called: .+\.$/);
          expect(await context.assay.webhooks.get(id)).toMatchObject({ enabled: true });
        },
      );
    },
  ),
  scenario(
    "getWebhook",
    200,
    "reports that status 410 has disabled an endpoint, which receives the waiting messages once it is enabled again",
    async (context) => {
      let status = 503;
      await withReceiver(
        (_call, response) => void response.writeHead(status).end(),
        async (receiver) => {
          const { assay, target } = context;
          const { id } = await subscribed(context, receiver);
          const { dataset } = await filledDataset(context);
          await evaluated(context, dataset, { name: "Waits" });
          await deliveriesOnce(context, id, ([first]) => first?.attempts === 1);
          status = 410;
          await evaluated(context, dataset, { name: "Gone" });
          await deliveriesOnce(context, id, (all) => all[1]?.status === "failed");
          expect(await assay.webhooks.get(id)).toMatchObject({
            enabled: false,
            disabled_reason: "The endpoint returned status 410, which disables the webhook.",
            disabled_at: anInstant,
          });
          const witness = await subscribed(context, receiver);
          await evaluated(context, dataset, { name: "Not sent" });
          status = 200;
          // The server dispatches an event after the request that causes the event has returned. A delivery
          // to this endpoint shows that the server has dispatched the event.
          await deliveriesOnce(context, witness.id, (all) => all.length > 0);
          await assay.webhooks.delete(witness.id);
          target.advance(6000);
          await assay.webhooks.update(id, { enabled: true });
          await evaluated(context, dataset, { name: "Sent" });
          const deliveries = await deliveriesOnce(
            context,
            id,
            (all) => all.filter((one) => one.status === "delivered").length === 2,
          );
          expect(deliveries.map((one) => [one.payload.data["name"], one.status])).toEqual([
            ["Waits", "delivered"],
            ["Gone", "failed"],
            ["Sent", "delivered"],
          ]);
        },
      );
    },
  ),
  scenario(
    "getWebhook",
    200,
    "reports an endpoint that was disabled after five failed messages of ten attempts each",
    async (context) => {
      await withReceiver(
        (_call, response) => void response.writeHead(500).end(),
        async (receiver) => {
          const { assay, target } = context;
          const { id } = await subscribed(context, receiver);
          const { dataset } = await filledDataset(context);
          for (let count = 0; count < 5; count += 1) await evaluated(context, dataset);
          for (let attempts = 1; attempts <= 10; attempts += 1) {
            const made = (all: { attempts: number }[]) =>
              all.length === 5 && all.every((one) => one.attempts === attempts);
            await deliveriesOnce(context, id, made);
            if (attempts === 9) expect(await assay.webhooks.get(id)).toMatchObject({ enabled: true });
            // The longest delay is 24 hours plus a tenth.
            target.advance(27 * 3_600_000);
          }
          const deliveries = await allEnded(context, id, 5);
          expect(deliveries.map(({ status }) => status)).toEqual(Array(5).fill("failed"));
          expect(await assay.webhooks.get(id)).toMatchObject({
            enabled: false,
            disabled_reason:
              "5 messages in a row could not be delivered in 10 attempts each. Last error: The endpoint returned status 500; it must return 2xx.",
          });
          expect(receiver.calls).toHaveLength(50);
        },
      );
    },
  ),
];
